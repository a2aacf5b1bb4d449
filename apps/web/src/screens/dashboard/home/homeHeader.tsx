import { formatTime } from '@scout/ui';
import { timeZone, useNow } from '../../../events/clock.ts';

/** The viewer's local time with seconds, with UTC beside it. */
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

/** The greeting for an hour of the viewer's day, 0 to 23. */
export function greetingAt(hour: number): string {
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
}
