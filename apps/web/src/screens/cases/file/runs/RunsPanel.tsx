import type { CaseFile } from '@scout/contract';
import { Button, ErrorState, formatCount, formatCounted, Panel, Skeleton } from '@scout/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { query } from '../../../../session/queries.ts';
import { useNarrowing } from '../narrowing.ts';
import { CaseRunLine } from './CaseRunLine.tsx';

const REFRESH_MS = 15_000;

/** Runs: the events of a case grouped by way, filtered by the path and the brushed time. */
export function RunsPanel({ file: { number } }: { file: CaseFile }) {
  const { names, time, isNarrowed, clear } = useNarrowing();
  const window =
    time === null ? {} : { from: new Date(time.from).toISOString(), to: new Date(time.to).toISOString() };
  const found = useQuery(
    query.casesRuns.queryOptions({
      input: { number, ...names, ...window },
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  if (found.isPending)
    return (
      <Panel title="What happened">
        <Skeleton shape="table" label="runs" lines={4} columns={3} />
      </Panel>
    );
  if (found.data === undefined)
    return (
      <Panel title="What happened">
        <ErrorState
          title="The events could not be loaded"
          safe="They are stored; only loading them failed."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      </Panel>
    );
  const { runs, total, events } = found.data;
  const unlisted = total - runs.length;
  return (
    <Panel
      title="What happened"
      flush
      {...(total > 0 && { description: `${formatCounted(total, 'run')}, ${formatCounted(events, 'event')}` })}
      {...(isNarrowed && {
        actions: (
          <Button size="small" onClick={clear}>
            Show everything
          </Button>
        ),
      })}
      {...(unlisted > 0 && {
        footnote: `And ${formatCount(unlisted)} older ${unlisted === 1 ? 'run' : 'runs'}. Select a name in the path or a time to see them.`,
      })}
    >
      {runs.length === 0 ? (
        <p className="px-4 pb-4 text-body text-content-muted">
          {isNarrowed
            ? 'Nothing in this case matches the selection above.'
            : 'Its activity is not read yet or no longer stored. The findings hold the evidence.'}
        </p>
      ) : (
        <ol className="border-t border-stroke-subtle">
          {runs.map((run) => (
            <CaseRunLine
              key={JSON.stringify([
                run.account,
                run.kind,
                run.person,
                run.source,
                run.server,
                run.program,
                run.first,
              ])}
              run={run}
              number={number}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}
