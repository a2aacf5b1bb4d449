import { type FiguresQuery, limits } from '@scout/contract';
import type { Clock } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { Refusal } from '../../../../platform/http/refusal.ts';

/**
 * The clock of requested figures: `now` is the window's end, and `since` its start unless it is the default of 720 hours.
 * @throws Refusal `invalid_input` for a window that starts after its end, or exceeds the retention
 */
export function clockOf({ tz, from, to }: FiguresQuery, now: number): Clock {
  const until = to === undefined ? now : Date.parse(to);
  if (from === undefined) return { now: until, timeZone: tz };
  const since = Date.parse(from);
  if (since > until) throw new Refusal('invalid_input', { message: 'from: must not be later than to' });
  if (until - since > limits.figures.windowDaysMax * DAY) {
    throw new Refusal('invalid_input', {
      message: `from: must not be more than ${limits.figures.windowDaysMax} days before to`,
    });
  }
  return { now: until, timeZone: tz, since };
}
