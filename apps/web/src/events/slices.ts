import { afterPaint, inNewTask } from '@scout/ui';

/** Schedules work that must not delay a frame. */
export interface Slices {
  now(): number;
  /** Runs `work` once the page has been painted. */
  afterPaint(work: () => void): void;
  /** Runs `work` in a separate task. */
  next(work: () => void): void;
}

/** Slices of this page. */
export const pageSlices: Slices = { now: () => performance.now(), afterPaint, next: inNewTask };

const sliceMs = 6;
/** Rows between two checks of the clock. */
const stride = 32;

interface Visit<Row> {
  visit: (row: Row) => void;
  /** True when nobody needs the rest. */
  isGone: () => boolean;
  /** Called after the last row, and when the rest is not needed. */
  ended: () => void;
}

/** Visits the rows in order, in slices short enough for smooth frames: the first at once, so that a few rows take no further task. */
export function visitInSlices<Row>(
  slices: Slices,
  rows: readonly Row[],
  { visit, isGone, ended }: Visit<Row>,
): void {
  const visitFrom = (from: number): void => {
    const start = slices.now();
    for (let n = from; n < rows.length && !isGone(); n += 1) {
      visit(rows[n]!);
      if (n % stride === stride - 1 && slices.now() - start > sliceMs) {
        slices.next(() => visitFrom(n + 1));
        return;
      }
    }
    ended();
  };
  visitFrom(0);
}
