import { formatTime, NO_VALUE } from '@scout/ui';
import { usePollStatus } from '../../events/FeedProvider.tsx';
import { lastSuccess } from '../../events/poller.ts';
import { timeZone } from '../../events/timeZone.ts';
import { useNow } from '../../events/useNow.ts';

/** When figures last came in, and how long ago that is: the part that ticks. */
export function LastUpdated() {
  const at = lastSuccess(usePollStatus());
  const now = useNow();
  const clock = formatTime(at, { timeZone })?.clock ?? NO_VALUE;
  const seconds = at === null ? null : Math.max(0, Math.floor((now - at) / 1000));
  return (
    <span role="timer">
      Last Updated: <span className="font-mono text-content">{clock}</span>
      {seconds !== null && <span className="font-mono"> ({age(seconds)} ago)</span>}
    </span>
  );
}

/** `9 s`, `4 min 09 s`, `2 h 14 min`. */
function age(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
