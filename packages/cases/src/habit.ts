import type { AccountState } from './state.ts';

/** Days of history before an hour or a day of the week can be odd. */
export const HABIT_DAYS = 4;
/** Weight of "all hours alike", in active hours. */
const HOUR_WEIGHT = 1;

/** How seldom an account is active at an hour of the day, in nats against all hours alike; neighbouring hours count half. */
export function hourSurprise(account: AccountState, hour: number): number {
  const at = (h: number) => account.hours[(h + 24) % 24] ?? 0;
  const total = account.hours.reduce((sum, days) => sum + days, 0);
  const near = at(hour) + (at(hour - 1) + at(hour + 1)) / 2;
  return -Math.log(((near / 2) * 24 + HOUR_WEIGHT) / (total + HOUR_WEIGHT));
}

/** 0 is Sunday; the first of January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}
