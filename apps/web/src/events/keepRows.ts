import type { Row } from '@scout/detection';

/**
 * `next`, with each row that was there before and says the same replaced by the object that was there: what is remembered
 * of a row then stays good from poll to poll, and only new rows cost anything.
 */
export function keepRows(before: readonly Row[], next: readonly Row[]): Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return next.map((row) => {
    const same = row.id === undefined ? undefined : known.get(row.id);
    return same !== undefined && saysTheSame(same, row) ? same : row;
  });
}

/** Stored rows are flat; a value that is an object counts as changed. */
function saysTheSame(a: Row, b: Row): boolean {
  if (a === b) return true;
  const keys = Object.keys(b);
  return keys.length === Object.keys(a).length && keys.every((key) => a[key] === b[key]);
}
