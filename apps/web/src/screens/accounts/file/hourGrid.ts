import { DAY } from '@scout/detection/time';
/** One hour of an account's activity. */
export interface ActiveHour {
  readonly hour: string;
  readonly done: number;
  readonly refused: number;
}

/** A cell of the grid: successful and refused activity in an hour of a day. */
export interface GridCell {
  /** 0 is the oldest day. */
  readonly day: number;
  /** 0 to 23, in the viewer's zone. */
  readonly hour: number;
  readonly done: number;
  readonly refused: number;
}

/** Days and hours of an account's activity in the viewer's zone. */
export interface HourGrid {
  /** For example 'Nov 12', oldest first. */
  readonly days: readonly string[];
  readonly cells: readonly GridCell[];
  /** Maximum events of an hour; at least 1. */
  readonly most: number;
}

/** The last `days` days up to `now` (epoch ms) as a grid of hours. Hours repeated by a clock change are counted together. */
export function hourGridOf(
  hours: readonly ActiveHour[],
  days: number,
  now: number,
  timeZone: string,
): HourGrid {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const placeOf = (time: number) => {
    const found = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
    return {
      day: `${found.month} ${found.day}`,
      key: `${found.year} ${found.month} ${found.day}`,
      hour: Number(found.hour),
    };
  };
  const columns: { key: string; day: string }[] = [];
  // Steps of half a day, so that a day of 25 hours is not skipped, nor one of 23 hours counted twice.
  for (let time = now - days * DAY; time <= now; time += DAY / 2) {
    const { key, day } = placeOf(time);
    if (columns.at(-1)?.key !== key) columns.push({ key, day });
  }
  const last = placeOf(now);
  if (columns.at(-1)?.key !== last.key) columns.push(last);
  const shown = columns.slice(-days);
  const index = new Map(shown.map(({ key }, at) => [key, at]));
  const cells = new Map<string, { day: number; hour: number; done: number; refused: number }>();
  for (const { hour: time, done, refused } of hours) {
    const { key, hour } = placeOf(Date.parse(time));
    const day = index.get(key);
    if (day === undefined) continue;
    const cell = cells.get(`${day} ${hour}`) ?? { day, hour, done: 0, refused: 0 };
    cell.done += done;
    cell.refused += refused;
    cells.set(`${day} ${hour}`, cell);
  }
  const found = [...cells.values()];
  return {
    days: shown.map(({ day }) => day),
    cells: found,
    most: Math.max(1, ...found.map(({ done, refused }) => done + refused)),
  };
}
