import { Button, ErrorState, Skeleton, Time } from '@scout/ui';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { visible } from '../rawText.ts';

/** An event of a run: its title, and names such as its machine and program. */
export interface LineOfEvent {
  readonly id: string;
  readonly time: string;
  readonly title: string;
  readonly names: readonly (string | null)[];
}

interface EventLinesProps {
  found: Pick<
    UseInfiniteQueryResult<readonly LineOfEvent[]>,
    | 'data'
    | 'isPending'
    | 'error'
    | 'refetch'
    | 'isFetching'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
  >;
  /** Shown when none of the events is found. */
  none: string;
  /** Undefined: the events do not open. */
  onOpen: ((id: string) => void) | undefined;
}

/** The events of an expanded run, newest first, page by page; each opens in a drawer. */
export function EventLines({ found, none, onOpen }: EventLinesProps) {
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
        safe="They are stored; only loading them failed."
        nextStep="Try again in a moment."
        detail={messageOf(found.error)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  const events = found.data;
  return (
    <div className="border-t border-stroke-subtle bg-surface-1">
      {events.length === 0 && !found.hasNextPage ? (
        <p className="px-4 py-3 text-body text-content-muted">{none}</p>
      ) : (
        <ol aria-label="Events">
          {events.map((event) => (
            <Line key={event.id} event={event} onOpen={onOpen} />
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

function Line({
  event: { id, time, title, names },
  onOpen,
}: {
  event: LineOfEvent;
  onOpen: ((id: string) => void) | undefined;
}) {
  return (
    <li>
      <button
        type="button"
        disabled={onOpen === undefined}
        onClick={() => onOpen?.(id)}
        className="flex w-full flex-wrap items-baseline gap-x-4 px-4 py-1 text-left text-label enabled:cursor-pointer enabled:hover:bg-surface-3 focus-visible:-outline-offset-2"
      >
        <Time value={time} timeZone={timeZone} plain />
        <span className="min-w-0 wrap-anywhere">
          {visible(title)}
          {names.map(
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
