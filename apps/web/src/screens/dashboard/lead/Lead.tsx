import { caseHeadline } from '@scout/cases/report/statement';
import { type CaseRow, isOngoing, kindTitle, nextStepOf, stateTitles } from '@scout/contract';
import { buttonClass, cx, Sentence, SeverityBadge, Skeleton, Time } from '@scout/ui';
import { use } from 'react';
import { Link, useNavigate } from 'react-router';
import { timeZone } from '../../../events/clock.ts';
import { casePath } from '../../../paths.ts';
import { OrganizationContext } from '../../../session/organization.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { CaseAccounts } from '../../cases/CaseAccounts.tsx';
import { CasePath } from '../../cases/CasePath.tsx';
import { AssignMenu } from '../../cases/file/AssignMenu.tsx';
import { NextStep } from '../../cases/NextStep.tsx';
import { visible } from '../../incidents/rawText.ts';

const edges = {
  critical: 'border-l-severity-high',
  high: 'border-l-severity-high',
  medium: 'border-l-severity-medium',
  low: 'border-l-severity-low',
} as const;

const frame =
  'grid grid-cols-[minmax(0,1fr)] gap-x-6 border-l-2 bg-surface-2 px-4 py-3 outline outline-stroke-subtle md:grid-cols-[minmax(0,1fr)_auto]';
const facts = 'flex min-h-8 flex-wrap items-baseline content-center gap-x-4 gap-y-0.5 text-label';
const line = 'md:col-span-2';

/** Reserves the space of the most severe case: its three lines, each in its size. */
export function LeadSkeleton() {
  return (
    <div className={cx(frame, 'relative border-l-stroke-subtle')}>
      <div aria-hidden="true" className="invisible min-w-0">
        <p className={facts}>
          <span className="font-mono text-body font-medium">svc</span>
        </p>
        <p className="mt-1 text-lead">Sentence</p>
        <p className="mt-1 text-body">Next</p>
      </div>
      <div className="absolute inset-x-4 inset-y-3">
        <Skeleton shape="text" label="most severe case" lines={3} />
      </div>
    </div>
  );
}

/** One case as a sentence, with person, source, target, start, and the next step. */
export function Lead({ of: found }: { of: CaseRow }) {
  const { number, kind, severity, first_seen } = found;
  const organization = use(OrganizationContext);
  const next = nextStepOf(found);
  const navigate = useNavigate();
  usePageActions([
    { label: 'Open the most severe case', access: 'subscriber', run: () => void navigate(casePath(number)) },
  ]);
  return (
    <section aria-label="Most severe case" className={cx(frame, edges[severity])}>
      <div className={facts}>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <SeverityBadge level={severity} />
          <span className="min-w-0 text-body font-medium wrap-anywhere">
            <CaseAccounts of={found} />
          </span>
          <span className="text-content-muted">{kindTitle(kind)}</span>{' '}
          {isOngoing(found, Date.now()) && <span>{stateTitles.now}</span>}
        </p>
        <CasePath of={found} />
        <span className="text-content-muted">
          Since <Time value={first_seen} timeZone={timeZone} plain />
        </span>
      </div>
      <div className={line}>
        <p className="mt-1 text-lead wrap-anywhere">
          <Sentence text={visible(caseHeadline(found, timeZone))} />
        </p>
        <NextStep step={next} />
      </div>
      <div className="flex flex-wrap gap-2 max-md:mt-3 md:col-start-2 md:row-start-1">
        {organization !== null && <AssignMenu file={found} />}
        <Link to={casePath(number)} className={buttonClass({ variant: 'primary' })}>
          Open case
        </Link>
      </div>
    </section>
  );
}
