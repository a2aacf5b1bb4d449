import { NothingYet } from '../NothingYet.tsx';

/** Why a panel of failed logons is empty. */
export function NoFailures() {
  return (
    <NothingYet
      title="No failed logons in the last 30 days"
      appears="A failed logon appears here as soon as a service account is refused by a production server."
    />
  );
}
