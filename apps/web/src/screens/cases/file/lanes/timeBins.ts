const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Hours that a bin may hold. */
const SIZES = [1, 3, 6, 12, 24] as const;

/** A span of hours on one axis of pixels; times are epoch milliseconds. */
export interface TimeScale {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Hours of one bin. */
  readonly binHours: number;
  /** Hours between the beginning of a bin and the span's own. */
  readonly shift: number;
}

/** Narrowest bin in pixels. */
const BIN = 6;

/** A scale whose bins are wide enough to be seen and begin at midnight of the zone that is `offset` milliseconds ahead of UTC. */
export function timeScale(from: number, to: number, width: number, offset: number): TimeScale {
  const hours = Math.max(1, (to - from) / HOUR);
  const binHours = SIZES.find((size) => (width * size) / hours >= BIN) ?? 24;
  const shift = Math.floor((from + offset) / HOUR) % binHours;
  return { from, to, width, binHours, shift };
}

export const xOf = ({ from, to, width }: TimeScale, time: number): number =>
  Math.min(width, Math.max(0, ((time - from) / (to - from)) * width));

/** The time at a pixel, at the next edge of a bin, within the span. */
export function timeAt(scale: TimeScale, x: number): number {
  const time = scale.from + (x / scale.width) * (scale.to - scale.from);
  return edgeAt(scale, time);
}

/** The edge of a bin that is nearest to a time, within the span. */
export function edgeAt({ from, to, binHours, shift }: TimeScale, time: number): number {
  const size = binHours * HOUR;
  const first = from - shift * HOUR;
  return Math.min(to, Math.max(from, first + Math.round((time - first) / size) * size));
}

/** Events of one bin, in pixels from where to where. */
export interface Bin {
  readonly x: number;
  readonly width: number;
  readonly from: number;
  readonly events: number;
}

/** Hours with their events as bins; hours are counted from the span's beginning. */
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

/** Days between two labels of the axis. */
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
