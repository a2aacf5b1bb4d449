import { withinWords } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { NothingYet } from '../NothingYet.tsx';

/** Why a panel of failed logons is empty. */
export function NoFailures() {
  const [range] = useRange();
  return (
    <NothingYet
      title={`No failed logons ${withinWords(range)}`}
      appears="A failed logon appears here as soon as a service account is refused by a production server."
    />
  );
}
