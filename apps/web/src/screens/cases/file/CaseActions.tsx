import type { CaseFile } from '@scout/contract';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../session/current.ts';
import { useMay } from '../../../session/organization.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { draftOfCase } from '../exceptions/draft.ts';
import { ExceptionDialog } from '../exceptions/ExceptionDialog.tsx';
import { AssignMenu } from './AssignMenu.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { useCaseChange } from './useCaseChange.ts';

/** Element id, for moving the focus to the actions. */
export const ACTIONS_ID = 'case-actions';

/** Actions for a case in its current status: assign, acknowledge, close, reopen. Each for the roles that may; the server enforces it. */
export function CaseActions({ file }: { file: CaseFile }) {
  const { number, status } = file;
  const may = useMay();
  const [closing, setClosing] = useState(false);
  const [excepting, setExcepting] = useState(false);
  const acknowledge = useCaseChange({
    run: () => api.casesAcknowledge({ number }),
    done: 'Case acknowledged',
    failed: 'The case was not acknowledged',
  });
  const reopen = useCaseChange({
    run: () => api.casesReopen({ number }),
    done: 'Case reopened',
    failed: 'The case was not reopened',
  });
  const actions = useRef<HTMLDivElement>(null);
  const standing = `${status} ${file.excused}`;
  const shown = useRef(standing);
  useEffect(() => {
    if (shown.current === standing) return;
    shown.current = standing;
    // The new status has removed the button that was pressed, and with it the focus.
    if (document.activeElement === document.body) actions.current?.focus({ preventScroll: true });
  }, [standing]);
  const isUndecided = status !== 'closed' && !file.excused;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      ref={actions}
      id={ACTIONS_ID}
      role="group"
      aria-label="Actions on this case"
      tabIndex={-1}
      className="flex scroll-mt-28 flex-wrap gap-2 rounded-control outline-offset-4"
    >
      {may('casesAssign') && <AssignMenu file={file} />}
      {status !== 'open' && (
        <ActionButton
          command="Reopen case"
          access="subscriber"
          call="casesReopen"
          busy={reopen.isPending}
          onClick={() => reopen.mutate()}
        >
          Reopen
        </ActionButton>
      )}
      {isUndecided && (
        <ActionButton
          command="Create exception…"
          access="subscriber-admin"
          call="exceptionsCreate"
          onClick={() => setExcepting(true)}
        >
          Create exception…
        </ActionButton>
      )}
      {status !== 'closed' && (
        <ActionButton
          command="Close case…"
          access="subscriber-admin"
          call="casesClose"
          onClick={() => setClosing(true)}
        >
          Close…
        </ActionButton>
      )}
      {status === 'open' && !file.excused && (
        <ActionButton
          command="Acknowledge case"
          access="subscriber"
          call="casesAcknowledge"
          variant="primary"
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate()}
        >
          Acknowledge
        </ActionButton>
      )}
      <ExceptionDialog
        draft={draftOfCase(file, Date.now())}
        open={excepting}
        onClose={() => setExcepting(false)}
        focusAfter={actions}
      />
      <CloseDialog file={file} open={closing} onClose={() => setClosing(false)} actions={actions} />
    </div>
  );
}
