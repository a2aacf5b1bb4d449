import { formatTime } from '@scout/ui';
import { timeZone } from '../../../events/timeZone.ts';
import { useNow } from '../../../events/useNow.ts';

/** The time where the viewer is, to the second, and in UTC beside it: logs are read in both. */
export function HomeClock() {
  const now = useNow();
  const here = formatTime(now, { timeZone });
  const utc = formatTime(now, { timeZone: 'UTC' });
  return (
    <p role="timer" aria-label="Clock" className="flex items-baseline gap-3 whitespace-nowrap font-mono">
      <time dateTime={here?.iso} className="text-title text-content">
        {here?.clock}
      </time>
      <span className="text-label text-content-muted">
        {here?.date} · {utc?.clock.slice(0, 5)} UTC
      </span>
    </p>
  );
}
