import type { Naming } from '@scout/detection';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { codeOf } from '../api/error.ts';
import { queryClient } from '../api/queryClient.ts';
import { api } from '../session/current.ts';
import { tenantsQuery } from '../session/organization.ts';
import { useStore } from '../store/useStore.ts';
import { onUpdate } from '../updates/useUpdates.ts';
import { clock } from './clock.ts';
import { createFeed, type Feed, type FeedCalls, pendingFeed, pollIntervalMs } from './feed.ts';
import { isLive, type PollerPage, type PollState, type PollStatus } from './poller.ts';
import { figuresKey } from './serverFigures.ts';

const FeedContext = createContext<Feed | null>(null);

const thisPage: PollerPage = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  isVisible: () => document.visibilityState === 'visible',
  onVisibility(callback) {
    document.addEventListener('visibilitychange', callback);
    return () => document.removeEventListener('visibilitychange', callback);
  },
};

const calls: FeedCalls = {
  tenantEvents: api.tenantEvents,
  refreshFigures: () =>
    queryClient.refetchQueries({ queryKey: figuresKey, type: 'active' }, { throwOnError: true }),
};

interface FeedProviderProps {
  /** Null while the organization check is pending: the feed is empty until then. */
  tenantId: string | null;
  /** Naming of that organization: a different one recounts the events. */
  naming: Naming;
  children: ReactNode;
}

/** Polls a tenant's events while mounted: regularly, and on updates from the server. */
export function FeedProvider({ tenantId, naming, children }: FeedProviderProps) {
  const feed = useMemo(
    () => (tenantId === null ? pendingFeed : createFeed(tenantId, window, thisPage, calls, { naming })),
    [tenantId, naming],
  );
  useEffect(() => {
    feed.poller.start();
    const stopHearing = onUpdate('events', feed.poller.pollForNews);
    return () => {
      stopHearing();
      feed.poller.stop();
    };
  }, [feed]);
  // Keeps the events counted between pages.
  useEffect(() => feed.figures.subscribe(() => {}), [feed]);
  useEffect(() => feed.poller.subscribe(() => recheckAccess(feed.poller.get())), [feed]);
  return <FeedContext value={feed}>{children}</FeedContext>;
}

/** Checks the organization again when the subscription ended or the member was removed, instead of just looking offline. */
function recheckAccess({ status }: PollState): void {
  if (status.phase !== 'offline') return;
  const code = codeOf(status.error);
  if (code === 'subscription_required' || code === 'no_organization') {
    void queryClient.invalidateQueries({ queryKey: tenantsQuery().queryKey });
  }
}

/** The feed of the signed-in tenant. */
export function useFeed(): Feed {
  const feed = use(FeedContext);
  if (feed === null) throw new Error('useFeed must be inside a FeedProvider');
  return feed;
}

/** The result of the last poll. Does not render when the next poll is scheduled or starts. */
export function usePollStatus(): PollStatus {
  return useStore(useFeed().poller, ({ status }) => status);
}

/** Due time of the next poll (epoch ms); null while one runs or the page is hidden. */
export function useNextPoll(): number | null {
  return useStore(useFeed().poller, ({ nextAt }) => nextAt);
}

/** `connecting` before the first response, and while a page that was hidden catches up. */
type LiveStatus = 'connecting' | 'live' | 'offline';

/** The freshness of the figures on the page. Renders only when it changes. */
export function useLiveStatus(): LiveStatus {
  const { poller } = useFeed();
  const source = useMemo(
    () => ({
      subscribe(listener: () => void) {
        const stops = [poller.subscribe(listener), clock.subscribe(listener)];
        return () => {
          for (const stop of stops) stop();
        };
      },
      get(): LiveStatus {
        const { status, nextAt } = poller.get();
        if (isLive(status, clock.get(), pollIntervalMs)) return 'live';
        const catchesUp = status.phase === 'live' && nextAt === null;
        return status.phase === 'connecting' || catchesUp ? 'connecting' : 'offline';
      },
    }),
    [poller],
  );
  return useStore(source);
}
