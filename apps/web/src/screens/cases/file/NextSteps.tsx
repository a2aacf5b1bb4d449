import { type CaseFile, caseAdvice } from '@scout/contract';
import { CopyIcon, Panel, Sentence } from '@scout/ui';
import { casePath } from '../../../paths.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { copyText } from '../../../shell/copyText.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { visible } from '../../incidents/rawText.ts';
import { CopyLine } from '../../settings/CopyLine.tsx';
import { disableCommand, inspectCommand } from './commands.ts';
import { ticketText } from './ticket.ts';

/**
 * The first step for this kind of finding, questions to ask, hosts to check, and matching commands. Scout itself changes nothing
 * in the directory.
 */
export function NextSteps({ file }: { file: CaseFile }) {
  const { account } = file;
  const disable = disableCommand(account);
  const inspect = inspectCommand(account);
  const copies = [
    { label: 'Copy account name', text: account },
    { label: 'Copy command to look at the account', text: inspect },
    { label: 'Copy command to disable the account', text: disable },
  ];
  usePageActions(
    copies.flatMap(({ label, text }) =>
      text === null ? [] : [{ label, access: 'subscriber', run: () => void copyText(text) }],
    ),
  );
  return (
    <Panel
      title="Do next"
      actions={
        <ActionButton
          command="Copy ticket"
          access="subscriber"
          size="small"
          icon={<CopyIcon size={14} />}
          onClick={() => void copyText(ticketText(file, window.location.origin + casePath(file.number)))}
        >
          Copy ticket
        </ActionButton>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-1 pl-4 text-body marker:text-content-faint">
          {caseAdvice(file).map((line) => (
            <li key={line} className="text-pretty wrap-anywhere">
              <Sentence text={visible(line)} />
            </li>
          ))}
        </ul>
        {inspect !== null && disable !== null ? (
          <>
            <CopyLine label="Look at the account" value={inspect} />
            <div className="flex flex-col gap-2">
              <CopyLine label="Disable the account" value={disable} />
              <p className="text-body text-content-muted">
                This stops everything that runs as this account, its scheduled jobs included. To keep them,
                give it a new password and change it in its jobs first.
              </p>
            </div>
          </>
        ) : (
          <p className="text-body text-content-muted">
            The name of this account holds characters that are not safe in a command. Find and disable it in
            the directory’s own console.
          </p>
        )}
      </div>
    </Panel>
  );
}
