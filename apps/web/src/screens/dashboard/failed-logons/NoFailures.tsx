import { NothingYet } from '../NothingYet.tsx';

/** Why a panel of failed logons is empty. */
export function NoFailures() {
  return (
    <NothingYet
      title="No failed logons in the last 30 days"
      when="a service account fails to sign in to a production server"
    />
  );
}
