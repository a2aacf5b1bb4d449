import type { CaseFile } from '@scout/contract';
import { Button } from '@scout/ui';
import { useIsAdmin } from '../../../session/organization.ts';
import { ACTIONS_ID } from './CaseActions.tsx';

/** Explains the decisions on a case and leads to their buttons, which exist once, in the head. */
export function Decide({ file: { status, excused } }: { file: CaseFile }) {
  const isAdmin = useIsAdmin();
  return (
    <>
      <p className="text-pretty text-body text-content-muted">{words(status, excused, isAdmin)}</p>
      <div>
        <Button size="small" onClick={() => document.getElementById(ACTIONS_ID)?.focus()}>
          Go to the actions
        </Button>
      </div>
    </>
  );
}

function words(status: CaseFile['status'], excused: boolean, isAdmin: boolean): string {
  if (status === 'closed') return 'This case is closed. Reopen it if it was closed by mistake.';
  if (excused) return 'Exceptions permit everything that was found. The case can be closed.';
  const work =
    status === 'open'
      ? 'Acknowledge the case and assign it to whoever looks into it.'
      : 'Assign the case to whoever looks into it.';
  return isAdmin
    ? `${work} If the use is expected, close it as such, or make an exception so that it opens no further case.`
    : `${work} An admin closes it: as misuse, expected use or a false alarm.`;
}
