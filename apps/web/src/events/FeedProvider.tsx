import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { codeOf } from '../api/error.ts';
import { queryClient } from '../api/queryClient.ts';
import { api } from '../session/current.ts';
import { tenantsQuery } from '../session/organization.ts';
import { onUpdate } from '../updates/useUpdates.ts';
import { awaitedFeed } from './awaitedFeed.ts';
import { createFeed, type Feed, type FeedCalls } from './feed.ts';
import type { PollerPage, PollState, PollStatus } from './poller.ts';
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
  /** Null while the organization is checked: until then there are no events. */
  tenantId: string | null;
  children: ReactNode;
}

/** Polls a tenant's events while its children are on the page: regularly, and when there is news. */
export function FeedProvider({ tenantId, children }: FeedProviderProps) {
  const feed = useMemo(
    () => (tenantId === null ? awaitedFeed : createFeed(tenantId, window, thisPage, calls)),
    [tenantId],
  );
  useEffect(() => {
    feed.poller.start();
    const stopHearing = onUpdate('events', feed.poller.pollForNews);
    return () => {
      stopHearing();
      feed.poller.stop();
    };
  }, [feed]);
  // From page to page the events stay read.
  useEffect(() => feed.matched.subscribe(() => {}), [feed]);
  useEffect(() => feed.poller.subscribe(() => recheckAccess(feed.poller.get())), [feed]);
  return <FeedContext value={feed}>{children}</FeedContext>;
}

/** A tenant that lost its subscription, or a member who was removed, must not stay on a page that merely looks offline. */
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
  if (feed === null) throw new Error('useFeed is for dashboard pages');
  return feed;
}

/** How the last poll went. Renders again once a poll, not when the next one is set or begins. */
export function usePollStatus(): PollStatus {
  const { poller } = useFeed();
  return useSyncExternalStore(poller.subscribe, () => poller.get().status);
}

/** When the next poll is due (epoch ms); null while one runs or the page is hidden. */
export function useNextPoll(): number | null {
  const { poller } = useFeed();
  return useSyncExternalStore(poller.subscribe, () => poller.get().nextAt);
}
