import { DAY, HOUR, MINUTE } from '@scout/detection/time';

/** Number of days of a generated bank. */
export const DAYS = 30;

/** Time zones of banks and their applications, with the number of head offices in each. */
export const ZONES = {
  'Europe/Berlin': 55,
  'Europe/London': 18,
  'America/New_York': 17,
  'Asia/Singapore': 10,
} as const;
export type Zone = keyof typeof ZONES;

/** The days of a bank, numbered from 0, with local times. */
export type Calendar = {
  /** Epoch milliseconds of the first day's midnight, UTC. */
  start: number;
  end: number;
  /** Epoch milliseconds of a minute of a day in a zone. */
  at(zone: Zone, day: number, minute: number): number;
  isWorkday(day: number): boolean;
  /** Sunday is 0. */
  weekday(day: number): number;
  /** Day of the month. */
  date(day: number): number;
  month(day: number): number;
  isMonthEnd(day: number): boolean;
};

/** Thirty days in 2026, depending on the seed; always includes one month's end. */
export function createCalendar(seed: number): Calendar {
  const start = Date.UTC(2026, 0, 5) + ((seed * 37) % 290) * DAY;
  const dateOf = (day: number) => new Date(start + day * DAY);
  const offsets = new Map<string, number>();
  const offset = (zone: Zone, day: number) => {
    const key = `${zone} ${day}`;
    let value = offsets.get(key);
    if (value === undefined) {
      value =
        Temporal.Instant.fromEpochMilliseconds(start + day * DAY + 12 * HOUR).toZonedDateTimeISO(zone)
          .offsetNanoseconds / 1e6;
      offsets.set(key, value);
    }
    return value;
  };
  const weekday = (day: number) => dateOf(day).getUTCDay();
  return {
    start,
    end: start + DAYS * DAY,
    at: (zone, day, minute) => start + day * DAY + minute * MINUTE - offset(zone, day),
    isWorkday: (day) => weekday(day) !== 0 && weekday(day) !== 6,
    weekday,
    date: (day) => dateOf(day).getUTCDate(),
    month: (day) => dateOf(day).getUTCMonth() + 1,
    isMonthEnd: (day) => dateOf(day + 1).getUTCDate() === 1,
  };
}
