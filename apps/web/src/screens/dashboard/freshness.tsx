import type { Agent } from '@scout/contract';
import { formatTime, NO_VALUE, Notice, StatusPill } from '@scout/ui';
import { messageOf } from '../../api/error.ts';
import { timeZone, useNow } from '../../events/clock.ts';
import { useLiveStatus, usePollStatus } from '../../events/FeedProvider.tsx';
import { lastSuccess } from '../../events/poller.ts';
import { useAgents } from './NothingYet.tsx';

/** Freshness of the figures, in one pill: LIVE or OFFLINE, the time of the last successful poll, and its age. */
export function FreshnessPill() {
  const status = useLiveStatus();
  const hasNoAgent = isWithoutAgent(useAgents());
  const label = status === 'connecting' ? { label: 'CONNECTING' } : {};
  return (
    <StatusPill status={status === 'live' && !hasNoAgent ? 'live' : 'offline'} {...label}>
      {status === 'live' && hasNoAgent ? 'No agent sends events' : <LastUpdated />}
    </StatusPill>
  );
}

/** True if no agent is enrolled: fresh figures of nothing are not live. False while unknown. */
export const isWithoutAgent = (agents: readonly Pick<Agent, 'revoked_at'>[] | undefined): boolean =>
  agents?.every(({ revoked_at }) => revoked_at !== null) ?? false;

/** The time of the last successful poll and its age, updated every second. */
function LastUpdated() {
  const last = lastSuccess(usePollStatus());
  const now = useNow();
  const at = shownAt(last, now);
  const clock = formatTime(at, { timeZone })?.clock ?? NO_VALUE;
  const seconds = at === null ? null : Math.floor((now - at) / 1000);
  return (
    <span role="timer">
      Last Updated: <span className="font-mono text-content">{clock}</span>
      {seconds !== null && <span className="font-mono"> ({age(seconds)} ago)</span>}
    </span>
  );
}

/**
 * The shown time of the last poll. A poll that ended between two ticks of the clock is shown at the tick, so that it is never ahead
 * of the clock beside it.
 */
export const shownAt = (last: number | null, now: number): number | null =>
  last === null ? null : Math.min(last, now);

/** `9 s`, `4 min 09 s`, `2 h 14 min`. */
function age(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The reason why the page is OFFLINE, the age of its figures, and what is not affected. */
export function OfflineNotice() {
  const status = usePollStatus();
  if (status.phase !== 'offline') return null;
  const since = formatTime(status.at, { timeZone });
  return (
    <Notice
      tone="warning"
      title={since === null ? 'Figures from an earlier visit' : `No new figures since ${since.clock}`}
    >
      {messageOf(status.error)} Scout tries again every ten seconds; agents keep their events and send them
      later.
    </Notice>
  );
}
