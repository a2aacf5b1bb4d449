import type { AccountState } from '../state.ts';
import { HABIT } from '../weights.ts';

/** Rarity of an account's activity at an hour of the day, in nats relative to uniform hours; neighboring hours count half. */
export function hourSurprise(account: AccountState, hour: number): number {
  const at = (h: number) => account.hours[(h + 24) % 24] ?? 0;
  const total = account.hours.reduce((sum, days) => sum + days, 0);
  const near = at(hour) + (at(hour - 1) + at(hour + 1)) / 2;
  return -Math.log(((near / 2) * 24 + HABIT.hours) / (total + HABIT.hours));
}

/** 0 is Sunday; January 1, 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}
