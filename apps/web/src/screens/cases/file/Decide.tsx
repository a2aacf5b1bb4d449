import type { CaseFile } from '@scout/contract';
import { Button } from '@scout/ui';
import { useMay } from '../../../session/organization.ts';
import { ACTIONS_ID } from './CaseActions.tsx';

/** Explains the decisions on a case and leads to their buttons, which exist once, in the head. */
export function Decide({ file: { status, excused } }: { file: CaseFile }) {
  const may = useMay();
  if (!may('casesAcknowledge'))
    return (
      <p className="text-pretty text-body text-content-muted">
        Your role reads this case and changes nothing.
      </p>
    );
  return (
    <>
      <p className="text-pretty text-body text-content-muted">{words(status, excused, may('casesClose'))}</p>
      <div>
        <Button size="small" onClick={() => document.getElementById(ACTIONS_ID)?.focus()}>
          Go to the actions
        </Button>
      </div>
    </>
  );
}

function words(status: CaseFile['status'], excused: boolean, mayClose: boolean): string {
  if (status === 'closed') return 'This case is closed. Reopen it if it was closed by mistake.';
  if (excused) return 'Exceptions permit every finding. You can close the case.';
  const work =
    status === 'open'
      ? 'Acknowledge the case and assign it to an investigator.'
      : 'Assign the case to an investigator.';
  return mayClose
    ? `${work} If the use is expected, close it as such, or create an exception so that it opens no more cases.`
    : `${work} An admin closes it: as misuse, expected use or a false alarm.`;
}
