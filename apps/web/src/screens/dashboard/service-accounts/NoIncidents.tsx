import { NothingYet } from '../NothingYet.tsx';

/** Why a panel of service-account incidents is empty. */
export function NoIncidents() {
  return (
    <NothingYet
      title="No incidents in the last 30 days"
      appears="An incident appears here as soon as someone opens a database client as a service account against a production server."
    />
  );
}
