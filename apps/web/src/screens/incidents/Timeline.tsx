import type { IncidentRow } from '@scout/contract';
import type { RuleId } from '@scout/detection';
import { Button, EmptyState, ErrorState, formatTime, Mono, Skeleton, Time } from '@scout/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { timeZone } from '../../events/clock.ts';
import { query } from '../../session/queries.ts';
import { type Range, windowOf, windowOfDay, withinWords } from '../../view/range.ts';
import type { DrillDown } from '../../view/viewState.ts';
import { useOpenEvent } from './DrillDownPage.tsx';
import { sentenceOf } from './words.ts';

interface TimelineProps {
  rule: RuleId;
  list: DrillDown;
  range: Range;
}

/** Incidents, newest first, grouped by the viewer's days; each opens its event. */
export function Timeline({ rule, list, range }: TimelineProps) {
  const found = useInfiniteQuery(
    query.incidents.infiniteOptions({
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
        safe="They are stored; only looking at them failed."
        nextStep="Try again in a moment."
        detail={messageOf(found.error)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  }
  const incidents = found.data.pages.flatMap((page) => page.incidents);
  if (incidents.length === 0) {
    return (
      <EmptyState
        reason="quiet"
        title={list.kind === 'day' ? 'No incidents on this day' : `No incidents ${withinWords(range)}`}
      >
        Choose a longer date range to look further back.
      </EmptyState>
    );
  }
  return (
    <div className="pb-6">
      {byDay(incidents).map(({ day, rows }, index, days) => (
        <section key={day} aria-label={day}>
          <h3 className="sticky top-0 z-10 flex justify-between border-b border-stroke-subtle bg-surface-2 px-5 py-2 text-label font-medium text-content-muted">
            <span>{day}</span>
            <span className="font-mono font-normal text-content-faint">
              {rows.length}
              {/* The last day may have further, older incidents. */}
              {found.hasNextPage && index === days.length - 1 && '+'}
            </span>
          </h3>
          <ol className="px-5 py-1">
            {rows.map((incident) => (
              <Line key={`${incident.id} ${incident.rule}`} incident={incident} list={list} />
            ))}
          </ol>
        </section>
      ))}
      <div className="flex justify-center px-5 pt-3">
        {found.hasNextPage ? (
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show older incidents
          </Button>
        ) : (
          <p className="text-label text-content-faint">
            {incidents.length === 1 ? 'This is the only one.' : `These are all ${incidents.length}.`}
          </p>
        )}
      </div>
    </div>
  );
}

/** One incident on the timeline. */
function Line({ incident, list }: { incident: IncidentRow; list: DrillDown }) {
  const openEvent = useOpenEvent();
  return (
    <li className="group/line relative pl-5 before:absolute before:inset-y-0 before:left-1 before:w-px before:bg-stroke-subtle first:before:top-4 last:before:bottom-[calc(100%-1rem)] only:before:hidden">
      <span
        aria-hidden="true"
        className="absolute top-4 left-1 size-1.5 -translate-x-1/2 -translate-y-1/2 rounded-full bg-content-faint group-hover/line:bg-accent"
      />
      <button
        type="button"
        onClick={() => openEvent(incident.id)}
        className="flex w-full cursor-pointer flex-wrap items-baseline gap-x-3 rounded-control px-2 py-1.5 text-left text-body hover:bg-surface-3"
      >
        <span className="shrink-0 text-label">
          <Time value={incident.time} timeZone={timeZone} clockOnly plain />
        </span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-1 text-content-muted">
          {sentenceOf(incident, list).map((piece, index) =>
            typeof piece === 'string' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
              <span key={index}>{piece}</span>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <span key={index} className="min-w-0 text-label text-content">
                <Mono value={piece.name} plain />
              </span>
            ),
          )}
        </span>
      </button>
    </li>
  );
}

/** Groups in the given order; days of the viewer as 'Sat, Nov 21, 2026'. */
function byDay(incidents: readonly IncidentRow[]): { day: string; rows: IncidentRow[] }[] {
  const days: { day: string; rows: IncidentRow[] }[] = [];
  for (const incident of incidents) {
    const day = formatTime(incident.time, { timeZone })!.full.split(', ').slice(0, 3).join(', ');
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(incident);
    else days.push({ day, rows: [incident] });
  }
  return days;
}
