import type { AccountState } from '../state.ts';

/** Minimum days of history before an hour or a day of the week can be unusual. */
export const HABIT_DAYS = 4;
/** Weight of a uniform distribution of hours, in active hours. */
const HOUR_WEIGHT = 1;

/** Rarity of an account's activity at an hour of the day, in nats relative to uniform hours; neighboring hours count half. */
export function hourSurprise(account: AccountState, hour: number): number {
  const at = (h: number) => account.hours[(h + 24) % 24] ?? 0;
  const total = account.hours.reduce((sum, days) => sum + days, 0);
  const near = at(hour) + (at(hour - 1) + at(hour + 1)) / 2;
  return -Math.log(((near / 2) * 24 + HOUR_WEIGHT) / (total + HOUR_WEIGHT));
}

/** 0 is Sunday; January 1, 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}
