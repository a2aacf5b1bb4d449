import { HOUR } from '../time.ts';
import { DEMO_LIMITS } from './limits.ts';
import type { Rate } from './rate.ts';

/** A point of the demo trend: the sixty minutes ending at a clock hour; the last point ends now. */
export type DemoTrendPoint = {
  /** 0 is seven days ago, 168 is now. */
  x: number;
  y: number;
  /** Mean of up to 6 points ending here, rounded. */
  movingAverage: number;
  /** '13:00 – 14:00'. */
  timeRange: string;
  /** 'Sat, Nov 21, 2026'. */
  fullDate: string;
};

/** The demo's failed-logon trend up to `now` (epoch ms), formatted for a time zone. */
export function demoTrend(rate: Rate, now: number, timeZone: string): DemoTrendPoint[] {
  const points = DEMO_LIMITS.trendPoints;
  const hour = Math.floor(now / HOUR);
  const elapsed = (now % HOUR) / HOUR;
  const counts = Array.from({ length: points }, (_, x) => {
    if (x === points - 1) return Math.round(rate(hour) * elapsed + rate(hour - 1) * (1 - elapsed));
    return Math.round(rate(hour - (points - 1) + x));
  });
  const words = wordsIn(timeZone);
  return counts.map((y, x) => {
    const last = counts.slice(Math.max(0, x + 1 - DEMO_LIMITS.movingAveragePoints), x + 1);
    const end = x === points - 1 ? now : (hour - (points - 1) + x + 1) * HOUR;
    const from = words(end - HOUR);
    return {
      x,
      y,
      movingAverage: Math.round(last.reduce((sum, count) => sum + count, 0) / last.length),
      timeRange: `${from.clock} – ${words(end).clock}`,
      fullDate: from.date,
    };
  });
}

type Words = (moment: number) => { clock: string; date: string };
const known = new Map<string, Words>();

/** Clock time and date in a time zone; formatters are cached per zone, because creating one costs more than using it. */
function wordsIn(timeZone: string): Words {
  const made = known.get(timeZone);
  if (made !== undefined) return made;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const words: Words = (moment) => {
    const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return {
      clock: `${part.hour}:${part.minute}`,
      date: `${part.weekday}, ${part.month} ${part.day}, ${part.year}`,
    };
  };
  known.set(timeZone, words);
  return words;
}
