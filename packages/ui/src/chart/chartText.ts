/** Advance of a character of chart text in px: JetBrains Mono is 0.6 em wide, and chart text is 12 px. */
export const CHARACTER = 7.2;

const text = { fontFamily: 'var(--font-mono)', fontSize: 12, style: { fontVariantNumeric: 'slashed-zero' } };

/** Attributes of a name or a number on an axis. */
export const tickText = { ...text, fill: 'var(--color-content-muted)' };

/** Attributes of a value written next to its mark. */
export const valueText = { ...text, fill: 'var(--color-content)' };

export const axisLine = { stroke: 'var(--color-chart-axis)' };

/** The subset of Recharts' tick properties that charts use. */
export interface TickPosition {
  x: number | string;
  y: number | string;
  payload: { value: unknown };
}

const niceSteps = [1, 2, 7, 14, 24, 48, 72, 168];

/** Every nth of `count` positions, counted back from the last, so that labels 84 px apart fit in `width`. n is a multiple of `multipleOf`. */
export function tickPositions(count: number, width: number, multipleOf = 1): number[] {
  const fitting = Math.max(1, Math.floor(width / 84));
  const least = Math.ceil(count / fitting);
  const step = niceSteps.find((candidate) => candidate >= least && candidate % multipleOf === 0) ?? least;
  const positions: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) positions.unshift(index);
  return positions;
}
