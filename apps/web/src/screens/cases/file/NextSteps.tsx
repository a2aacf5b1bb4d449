import { type CaseFile, caseAdvice } from '@scout/contract';
import { CopyIcon, Panel, Sentence } from '@scout/ui';
import type { ReactNode } from 'react';
import { casePath } from '../../../paths.ts';
import { useMay } from '../../../session/organization.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { copyText } from '../../../shell/copyText.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { visible } from '../../incidents/rawText.ts';
import { CopyLine } from '../../settings/CopyLine.tsx';
import { EvidenceButtons } from '../../settings/reports/evidence/EvidenceButtons.tsx';
import { disableCommand, inspectCommand } from './commands.ts';
import { Decide } from './Decide.tsx';
import { Dependents } from './Dependents.tsx';
import { isRefusedOnly } from './refusedOnly.ts';
import { ticketText } from './ticket.ts';

/**
 * The first step for this kind of finding, questions to ask, hosts to check, matching commands with the account’s dependencies, the
 * evidence and the decision. Scout itself changes nothing in the directory.
 */
export function NextSteps({ file }: { file: CaseFile }) {
  const may = useMay();
  const { account, number } = file;
  const isRefused = isRefusedOnly(file);
  const isShared = file.other_accounts.length > 0;
  const disable = isRefused ? null : disableCommand(account);
  const inspect = isRefused && isShared ? null : inspectCommand(account);
  const copies = [
    { label: 'Copy account name', text: account },
    { label: 'Copy command to inspect the account', text: inspect },
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
          onClick={() =>
            void copyText(ticketText(file, window.location.origin + casePath(number), Date.now()))
          }
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
        {isRefused ? (
          <Step title="No session to end">
            <p className="text-pretty text-body text-content-muted">
              Every event of this case is a refusal. Disabling {isShared ? 'the accounts' : 'the account'}{' '}
              stops jobs, not the attempts.
            </p>
            {inspect !== null && <CopyLine label="Inspect the account" value={inspect} />}
          </Step>
        ) : (
          <Step title="Stop the account">
            {inspectCommand(account) === null && (
              <p className="text-body text-content-muted">
                This account’s name contains characters that are unsafe in a command. Disable it in the
                directory’s own console.
              </p>
            )}
            {inspect !== null && <CopyLine label="Inspect the account" value={inspect} />}
            {disable !== null && <CopyLine label="Disable the account" value={disable} />}
            <Dependents file={file} />
          </Step>
        )}
        {may('evidence') && (
          <Step title="Keep the evidence">
            <p className="text-pretty text-body text-content-muted">
              For auditors: findings, raw events, comments and decisions in a hash chain.
            </p>
            <div className="flex flex-wrap gap-2">
              <EvidenceButtons of={{ case: number }} size="small" />
            </div>
          </Step>
        )}
        <Step title="Decide">
          <Decide file={file} />
        </Step>
      </div>
    </Panel>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-t border-stroke-subtle pt-3">
      <h3 className="text-body font-medium">{title}</h3>
      {children}
    </section>
  );
}
