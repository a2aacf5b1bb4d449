import { limits } from '@scout/contract';

/** Days of the viewer, inclusive: `YYYY-MM-DD`, as in a date field. */
export interface DayRange {
  from: string;
  to: string;
}

/** The viewer's day at a time (epoch ms). */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The days touched by the last 720 hours; `now` in epoch ms. */
export function defaultRange(now: number): DayRange {
  return { from: dayOf(now - limits.events.reportDefaultHours * 3_600_000), to: dayOf(now) };
}

/** The problem with a range, or undefined: From is at most To, and To at most today (spec section 2). */
export function rangeProblem({ from, to }: DayRange, today: string): string | undefined {
  if (from === '' || to === '') return 'Choose both days.';
  if (from > to) return 'From must not be later than To.';
  return to > today ? 'To must not be later than today.' : undefined;
}

/** The first and the last millisecond of a range, in UTC. */
export function windowOf({ from, to }: DayRange): { from: string; to: string } {
  // A date with a time but without an offset is local time.
  return {
    from: new Date(`${from}T00:00:00.000`).toISOString(),
    to: new Date(`${to}T23:59:59.999`).toISOString(),
  };
}
