import { type IncidentRun, incidentWay } from '@scout/contract';
import type { RuleId } from '@scout/detection';
import { Button, EmptyState, ErrorState, formatCount, Skeleton } from '@scout/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { query } from '../../session/queries.ts';
import { type Range, windowOf, windowOfDay, withinWords } from '../../view/range.ts';
import type { DrillDown } from '../../view/viewState.ts';
import { AccountCase } from './AccountCase.tsx';
import { useOpenEvent } from './DrillDownPage.tsx';
import { IncidentPath } from './IncidentPath.tsx';
import { IncidentRunEvents } from './IncidentRunEvents.tsx';
import { visible } from './rawText.ts';
import { RunLine } from './runs/RunLine.tsx';
import { RunName } from './runs/RunName.tsx';
import { sentenceOf } from './words.ts';

interface IncidentRunsProps {
  rule: RuleId;
  list: DrillDown;
  range: Range;
}

/** A list of incidents as a case in small: the open case of its account, who used it from where against what, and runs, newest first. */
export function IncidentRuns({ rule, list, range }: IncidentRunsProps) {
  const found = useInfiniteQuery(
    query.incidentsRuns.infiniteOptions({
      input: (cursor: string | undefined) => ({
        rule,
        ...(list.kind === 'day' ? windowOfDay(list.day) : windowOf(range, Date.now())),
        ...('name' in list && { [list.kind]: list.name }),
        ...(cursor !== undefined && { cursor }),
      }),
      queryKey: ['incidents', rule, list, range],
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  if (found.isPending) {
    return (
      <div className="px-5 py-4">
        <Skeleton shape="table" label="Incidents" columns={2} />
      </div>
    );
  }
  if (found.data === undefined) {
    return (
      <ErrorState
        title="The incidents could not be loaded"
        safe="They are stored; only loading them failed."
        nextStep="Try again in a moment."
        detail={messageOf(found.error)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  }
  const { pages } = found.data;
  const [{ path }] = pages as [(typeof pages)[number]];
  const total = pages.reduce((sum, { incidents }) => sum + incidents, 0);
  if (total === 0) {
    return (
      <EmptyState
        reason="quiet"
        title={list.kind === 'day' ? 'No incidents on this day' : `No incidents ${withinWords(range)}`}
      >
        Choose a longer date range to look further back.
      </EmptyState>
    );
  }
  const [account] = path.accounts.names;
  return (
    <div className="pb-6">
      {account !== undefined && path.accounts.total === 1 && <AccountCase account={account.name} />}
      <IncidentPath rule={rule} list={list} path={path} />
      <ol aria-label="Incidents" className="border-b border-stroke-subtle px-1">
        {pages
          .flatMap(({ runs }) => runs)
          .map((run) => (
            <Run key={`${run.id} ${run.rule}`} run={run} list={list} />
          ))}
      </ol>
      <div className="flex justify-center px-5 pt-3">
        {found.hasNextPage ? (
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show older incidents
          </Button>
        ) : (
          <p className="text-label text-content-faint">
            {total === 1 ? 'No other incidents.' : `These are all ${formatCount(total)}.`}
          </p>
        )}
      </div>
    </div>
  );
}

function Run({ run, list }: { run: IncidentRun; list: DrillDown }) {
  const openEvent = useOpenEvent();
  return (
    <RunLine
      run={run}
      onOpenOnly={() => openEvent(run.id)}
      words={sentenceOf(run, list).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
        <span key={index}>
          {index > 0 && ' '}
          {typeof piece === 'string' ? visible(piece) : <RunName>{visible(piece.name)}</RunName>}
        </span>
      ))}
    >
      <IncidentRunEvents key={incidentWay(run)} run={run} />
    </RunLine>
  );
}
