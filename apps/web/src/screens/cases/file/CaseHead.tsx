import { caseHeadline } from '@scout/cases/report/statement';
import {
  type CaseFile,
  isOngoing,
  kindTitle,
  lastSeenOf,
  nextStepOf,
  standingOf,
  stateTitles,
} from '@scout/contract';
import { Mono, Sentence, SeverityBadge, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { visible } from '../../incidents/rawText.ts';
import { CasePath } from '../CasePath.tsx';
import { NextStep } from '../NextStep.tsx';
import { CaseActions } from './CaseActions.tsx';
import { TicketLines } from './TicketLines.tsx';

/** Account, severity and sentence of a case, its way, its time, the next step, its status and its actions. */
export function CaseHead({ file }: { file: CaseFile }) {
  const { account, other_accounts, kind, severity, first_seen, close_reason, assignee, status } = file;
  const next = status === 'closed' ? null : nextStepOf(file);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 pt-1">
      <div className="min-w-0 max-w-[80ch]">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-title font-medium">
            <SeverityBadge level={severity} />
            <Mono value={visible(account)} />
            {other_accounts.length > 0 && (
              <span className="text-content-muted">and {other_accounts.length} more</span>
            )}
          </h1>
          <p className="flex flex-wrap gap-x-3 text-lead text-content-muted">
            <span>{kindTitle(kind)}</span>{' '}
            {isOngoing(file, Date.now()) && <span className="text-content">{stateTitles.now}</span>}
          </p>
        </div>
        <p className="mt-1 text-lead text-pretty wrap-anywhere">
          <Sentence text={visible(caseHeadline(file, timeZone))} />
        </p>
        <div className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-label text-content-muted">
          <span className="min-w-0 text-content">
            <CasePath of={file} />
          </span>
          <span>
            First seen <Time value={first_seen} timeZone={timeZone} />
          </span>
          <span>
            Last seen <Time value={lastSeenOf(file)} timeZone={timeZone} />
          </span>
        </div>
        <NextStep step={next} />
      </div>
      <div className="flex min-w-0 flex-col gap-2 max-lg:w-full lg:items-end">
        <p role="status" className="text-body text-content-muted">
          {standingOf(file)} · {assignee ?? 'unassigned'}
        </p>
        <CaseActions file={file} />
        <TicketLines tickets={file.tickets} />
        {close_reason !== null && (
          <p className="max-w-[48ch] text-body text-content-muted wrap-anywhere">“{visible(close_reason)}”</p>
        )}
      </div>
    </header>
  );
}
