import { withinWords } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { NothingYet } from '../NothingYet.tsx';

/** Why a panel of service-account incidents is empty. */
export function NoIncidents() {
  const [range] = useRange();
  return (
    <NothingYet
      title={`No incidents ${withinWords(range)}`}
      appears="An incident appears here as soon as someone opens a database client as a service account against a production server."
    />
  );
}
