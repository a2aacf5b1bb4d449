import { caseSentence } from '@scout/cases/statement';
import { type AccountLane, type CaseRow, caseAdvice, kindTitle } from '@scout/contract';
import { buttonClass, cx, Sentence, Severity, Skeleton, Time } from '@scout/ui';
import { Link, useNavigate } from 'react-router';
import { timeZone } from '../../../../events/clock.ts';
import { casePath } from '../../../../paths.ts';
import { usePageActions } from '../../../../shell/pageActions.ts';
import { CasePath } from '../../../cases/CasePath.tsx';
import { visible } from '../../../incidents/rawText.ts';

/** The most severe unacknowledged case; if all are acknowledged, the most severe of those. */
export function leadOf(lanes: readonly AccountLane[]): CaseRow | undefined {
  return (lanes.find((lane) => lane.case.status === 'open') ?? lanes[0])?.case;
}

const edges = {
  critical: 'border-l-severity-high',
  high: 'border-l-severity-high',
  medium: 'border-l-severity-medium',
  low: 'border-l-severity-low',
} as const;

const frame =
  'flex flex-wrap items-center gap-x-6 gap-y-3 border-l-2 bg-surface-2 px-4 py-3 outline outline-stroke-subtle';

/** Reserves the space of the most severe case: its four lines, each in its size. */
export function LeadSkeleton() {
  return (
    <div className={cx(frame, 'relative border-l-stroke-subtle')}>
      <div aria-hidden="true" className="invisible min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-3 text-label">
          <span className="font-mono text-body font-medium">svc</span>
        </p>
        <p className="mt-1 text-lead">Sentence</p>
        <p className="mt-1 flex text-label">
          <span className="border-b">Path</span>
        </p>
        <p className="mt-1 text-body">Next</p>
      </div>
      <div className="absolute inset-x-4 inset-y-3">
        <Skeleton shape="text" label="most severe case" lines={4} />
      </div>
    </div>
  );
}

/** One case as a sentence, with person, source, target, start, and next steps. */
export function Lead({ of: found }: { of: CaseRow }) {
  const { number, account, kind, severity, first_seen } = found;
  const [next] = caseAdvice(found);
  const navigate = useNavigate();
  usePageActions([
    { label: 'Open the most severe case', access: 'subscriber', run: () => void navigate(casePath(number)) },
  ]);
  return (
    <section aria-label="Most severe case" className={cx(frame, edges[severity])}>
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-3 text-label">
          <Severity level={severity} />
          <span className="font-mono text-body font-medium wrap-anywhere">{visible(account)}</span>
          <span className="text-content-muted">{kindTitle(kind)}</span>
        </p>
        <p className="mt-1 text-lead wrap-anywhere">
          <Sentence text={visible(caseSentence(found, timeZone))} />
        </p>
        <div className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-label text-content-muted">
          <span className="min-w-0 text-content">
            <CasePath of={found} />
          </span>
          <span>
            Since <Time value={first_seen} timeZone={timeZone} plain />
          </span>
        </div>
        {next !== undefined && (
          <p className="mt-1 text-body">
            <span className="text-content-muted">Next: </span>
            <Sentence text={visible(next)} />
          </p>
        )}
      </div>
      <Link to={casePath(number)} className={buttonClass({ variant: 'primary' })}>
        Open case
      </Link>
    </section>
  );
}
