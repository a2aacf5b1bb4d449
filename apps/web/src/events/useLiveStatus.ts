import { useCallback, useSyncExternalStore } from 'react';
import { useFeed } from './FeedProvider.tsx';
import { pollIntervalMs } from './feed.ts';
import { isLive } from './poller.ts';
import { clock } from './useNow.ts';

/** `connecting` before the first answer, and while a page that was out of view catches up. */
export type LiveStatus = 'connecting' | 'live' | 'offline';

/** Whether the figures on the page are as fresh as promised. Renders again only when that changes. */
export function useLiveStatus(): LiveStatus {
  const { poller } = useFeed();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [poller.subscribe(listener), clock.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [poller],
  );
  return useSyncExternalStore(subscribe, () => {
    const { status, nextAt } = poller.get();
    if (isLive(status, clock.get(), pollIntervalMs)) return 'live';
    const catchesUp = status.phase === 'live' && nextAt === null;
    return status.phase === 'connecting' || catchesUp ? 'connecting' : 'offline';
  });
}
