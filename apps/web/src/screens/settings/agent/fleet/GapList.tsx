import type { Agent } from '@scout/contract';
import { formatCounted, Time } from '@scout/ui';
import { timeZone } from '../../../../events/clock.ts';
import { gapWords } from './reasons.ts';

/** The gaps of an agent: their number, and the newest ones. */
export function GapList({ gaps: { count, missing, latest } }: { gaps: Agent['gaps'] }) {
  if (count === 0) return <p className="text-body text-content-muted">No records missed.</p>;
  return (
    <>
      <p className="text-body text-content-muted">
        {formatCounted(count, 'gap')}
        {missing > 0 && `, at least ${formatCounted(missing, 'event')} missing`}
        {latest.length < count && `; the newest ${latest.length}:`}
      </p>
      <ol className="mt-2 flex flex-col">
        {latest.map((gap) => (
          <li
            key={gap.gap_id}
            className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-stroke-subtle py-2 text-body"
          >
            <span className="font-medium">{gapWords[gap.reason]}</span>
            <span className="text-label">
              <Time value={gap.happened_at} timeZone={timeZone} />
            </span>
            <span className="min-w-0 font-mono text-label wrap-anywhere text-content-muted">
              {gap.source}
              {(gap.from_record ?? gap.to_record) !== null &&
                ` ${gap.from_record ?? '?'} → ${gap.to_record ?? '?'}`}
            </span>
            <span className="text-right text-label text-content-muted">
              {gap.missing === null ? 'count unknown' : formatCounted(gap.missing, 'event')}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
