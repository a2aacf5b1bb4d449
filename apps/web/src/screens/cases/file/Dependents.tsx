import { type CaseDependent, type CaseFile, limits } from '@scout/contract';
import { formatCount, Mono, Skeleton, Time } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { timeZone } from '../../../events/clock.ts';
import { query } from '../../../session/queries.ts';
import { visible } from '../../incidents/rawText.ts';
import { dependentWords } from './dependentWords.ts';
import { hostText } from './names.ts';

const { days } = limits.cases.dependents;

/** Machines that would stop if the account of a case were disabled: those that use it otherwise, with programs and last use. */
export function Dependents({ file: { number, account } }: { file: CaseFile }) {
  const found = useQuery(query.casesDependents.queryOptions({ input: { number } }));
  if (found.isPending) return <Skeleton shape="text" label="the account’s dependencies" lines={3} />;
  if (found.data === undefined)
    return (
      <p className="text-body text-content-muted">
        The account’s dependencies could not be loaded. Reload the page before you disable it.
      </p>
    );
  const { dependents, total } = found.data;
  const unlisted = total - dependents.length;
  return (
    <div className="flex flex-col gap-2">
      {dependents.length === 0 ? (
        <p className="text-pretty text-body text-content-muted">
          Nothing else used <Mono value={visible(account)} plain /> in the last {days} days. Jobs that run
          less often would stop, too.
        </p>
      ) : (
        <>
          <h4 className="text-label font-medium text-content-muted">This would stop</h4>
          <ul className="border-y border-stroke-subtle">
            {dependents.map((dependent) => (
              <Dependent key={dependent.machine} dependent={dependent} />
            ))}
          </ul>
          <p className="text-pretty text-label text-content-muted">
            {unlisted > 0 && `And ${formatCount(unlisted)} more ${unlisted === 1 ? 'machine' : 'machines'}. `}
            Seen in the last {days} days, apart from cases; jobs that run less often are missing. To keep them
            running, change the password and enter the new one there first.
          </p>
        </>
      )}
    </div>
  );
}

function Dependent({ dependent }: { dependent: CaseDependent }) {
  const { machine, events, last } = dependent;
  return (
    <li className="border-t border-stroke-subtle py-1.5 text-label first:border-t-0">
      <p className="flex items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-mono wrap-anywhere">
          {machine === null ? 'Machine not named' : hostText(machine)}
        </span>
        <span className="shrink-0 font-mono">× {formatCount(events)}</span>
      </p>
      <p className="text-pretty text-content-muted wrap-anywhere">
        {dependentWords(dependent)} · last <Time value={last} timeZone={timeZone} />
      </p>
    </li>
  );
}
