import type { CaseEvent, CaseRun } from '@scout/contract';
import { Button, ErrorState, Skeleton, Time } from '@scout/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { timeZone } from '../../../../events/clock.ts';
import { query } from '../../../../session/queries.ts';
import { useDrawer } from '../../../../view/useView.ts';
import { eventTitle } from '../../../incidents/facts.ts';
import { visible } from '../../../incidents/rawText.ts';

/** The events of a run, newest first, page by page; each opens in a drawer. */
export function RunEvents({ run, number }: { run: CaseRun; number: number }) {
  const { account, kind, person, source, server, program, first, last } = run;
  const way = Object.fromEntries(
    Object.entries({ person, source, server, program }).filter(([, name]) => name !== null),
  ) as Partial<Record<'person' | 'source' | 'server' | 'program', string>>;
  const found = useInfiniteQuery(
    query.casesRunEvents.infiniteOptions({
      input: (before: string | undefined) => ({
        number,
        account,
        kind,
        ...way,
        from: first,
        to: last,
        ...(before !== undefined && { before }),
      }),
      queryKey: ['case-run-events', number, account, kind, way, first, last],
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  if (found.isPending)
    return (
      <div className="px-4 pb-3">
        <Skeleton shape="text" label="events" lines={3} />
      </div>
    );
  if (found.data === undefined)
    return (
      <ErrorState
        title="The events could not be loaded"
        safe="They are stored; only looking at them failed."
        nextStep="Try again in a moment."
        detail={messageOf(found.error)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  const events = found.data.pages.flatMap((page) => page.events);
  return (
    <div className="border-t border-stroke-subtle bg-surface-1">
      {events.length === 0 && !found.hasNextPage ? (
        <p className="px-4 py-3 text-body text-content-muted">
          No event of this run is stored any more, or it names the account only in a command line.
        </p>
      ) : (
        <ol aria-label="Events">
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      )}
      {found.hasNextPage && (
        <div className="px-4 py-2">
          <Button size="small" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {found.isFetchingNextPage ? 'Loading…' : 'Show older events'}
          </Button>
        </div>
      )}
    </div>
  );
}

function EventLine({ event }: { event: CaseEvent }) {
  const [, show] = useDrawer();
  const { id, time, event_id, event_type, computer, program } = event;
  const title = event_type === null ? 'Event' : eventTitle({ event_id, event_type });
  return (
    <li>
      <button
        type="button"
        onClick={() => show({ list: null, event: id })}
        className="flex w-full cursor-pointer flex-wrap items-baseline gap-x-4 px-4 py-1 text-left text-label hover:bg-surface-3 focus-visible:-outline-offset-2"
      >
        <Time value={time} timeZone={timeZone} plain />
        <span className="min-w-0 wrap-anywhere">
          {visible(title)}
          {[computer, program].map(
            (name) =>
              name !== null && (
                <span key={name} className="font-mono text-content-muted">
                  {' · '}
                  {visible(name)}
                </span>
              ),
          )}
        </span>
      </button>
    </li>
  );
}
