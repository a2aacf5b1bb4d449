import { defaultRange, presets, type Range } from '../../../../view/range.ts';

/** Days of the lanes by index, inclusive. */
export interface Band {
  readonly from: number;
  readonly to: number;
}

/** The days of a range within the lanes; null for all of them, or none. */
export function bandOf(range: Range, days: readonly string[]): Band | null {
  if (range === defaultRange) return null;
  const last = days.length - 1;
  if (typeof range === 'string') {
    const from = days.length - presets.find(({ value }) => value === range)!.days;
    return from <= 0 ? null : { from, to: last };
  }
  const from = days.findIndex((day) => day >= range.from);
  const to = days.findLastIndex((day) => day <= range.to);
  return from === -1 || to < from || (from === 0 && to === last) ? null : { from, to };
}

/** The range of a band. */
export const rangeOf = ({ from, to }: Band, days: readonly string[]): Range => ({
  from: days[from]!,
  to: days[to]!,
});

/** The band between two days, in either order. */
export const bandBetween = (a: number, b: number): Band => ({ from: Math.min(a, b), to: Math.max(a, b) });
