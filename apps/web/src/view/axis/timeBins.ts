import { DAY, HOUR } from '@scout/detection/time';

/** Possible numbers of hours per bin. */
const SIZES = [1, 3, 6, 12, 24] as const;

/** A range of hours on a pixel axis; times are epoch milliseconds. */
export interface TimeScale {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Hours of one bin. */
  readonly binHours: number;
  /** Hours between the start of a bin and the start of the range. */
  readonly shift: number;
}

/** Narrowest bin in pixels. */
const BIN = 6;

/** A scale with bins wide enough to be visible, aligned to midnight in the zone that is `offset` milliseconds ahead of UTC. */
export function timeScale(from: number, to: number, width: number, offset: number): TimeScale {
  const hours = Math.max(1, (to - from) / HOUR);
  const binHours = SIZES.find((size) => (width * size) / hours >= BIN) ?? 24;
  const shift = Math.floor((from + offset) / HOUR) % binHours;
  return { from, to, width, binHours, shift };
}

export const xOf = ({ from, to, width }: TimeScale, time: number): number =>
  Math.min(width, Math.max(0, ((time - from) / (to - from)) * width));

/** The time at a pixel, rounded to a bin edge, within the range. */
export function timeAt(scale: TimeScale, x: number): number {
  const time = scale.from + (x / scale.width) * (scale.to - scale.from);
  return edgeAt(scale, time);
}

/** The bin edge nearest to a time, within the range. */
export function edgeAt({ from, to, binHours, shift }: TimeScale, time: number): number {
  const size = binHours * HOUR;
  const first = from - shift * HOUR;
  return Math.min(to, Math.max(from, first + Math.round((time - first) / size) * size));
}

/** Events of one bin, with its pixel range. */
export interface Bin {
  readonly x: number;
  readonly width: number;
  readonly from: number;
  readonly events: number;
}

/** Hourly events as bins; hours count from the start of the range. */
export function binsOf(
  scale: TimeScale,
  hours: readonly (readonly [offset: number, events: number])[],
): Bin[] {
  const { from, to, binHours, shift } = scale;
  const counts = new Map<number, number>();
  for (const [offset, events] of hours) {
    const bin = Math.floor((offset + shift) / binHours);
    counts.set(bin, (counts.get(bin) ?? 0) + events);
  }
  return [...counts].map(([bin, events]) => {
    const begin = from + (bin * binHours - shift) * HOUR;
    const x = xOf(scale, begin);
    return {
      x,
      width: Math.max(2, xOf(scale, Math.min(to, begin + binHours * HOUR)) - x - 1),
      from: begin,
      events,
    };
  });
}

/** Possible numbers of days between two axis labels. */
const STEPS = [1, 2, 7, 14, 28];
const LABEL = 64;

/** Midnights to label on the axis, in epoch milliseconds. */
export function ticksOf({ from, to, width }: TimeScale, offset: number): number[] {
  const days = (to - from) / DAY;
  const step = (STEPS.find((each) => (width / days) * each >= LABEL) ?? 28) * DAY;
  const ticks: number[] = [];
  const first = Math.ceil((from + offset) / DAY) * DAY - offset;
  for (let time = first; time < to; time += step) ticks.push(time);
  return ticks.length > 0 ? ticks : [from];
}
