import { ErrorState } from '@scout/ui';
import { messageOf } from '../../api/error.ts';
import { useFeed, useNextPoll } from '../../events/FeedProvider.tsx';

/** Figures that could not be had, in their place. */
export function FiguresError({ title, error }: { title: string; error: unknown }) {
  const { poller } = useFeed();
  const nextAt = useNextPoll();
  return (
    <ErrorState
      title={title}
      safe="Agents keep their events and send them as soon as they can."
      todo="Scout asks again every ten seconds; you can also try now."
      detail={messageOf(error)}
      onRetry={poller.poll}
      retrying={nextAt === null}
    />
  );
}
