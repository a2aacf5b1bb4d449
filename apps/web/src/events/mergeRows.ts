import type { Row } from '@scout/detection';

/**
 * What a poll leaves: the rows that were known and those that are new, each id once, without what lies before `from`
 * (ISO time), newest first and of one moment the larger id first, at most `limit`. Known rows stay the same objects.
 */
export function mergeRows(
  known: readonly Row[],
  news: readonly Row[],
  { from, limit }: { from: string; limit: number },
): Row[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = news.filter(({ id }) => !ids.has(id));
  const inWindow = (row: Row) => textOf(row.timestamp) >= from;
  const merged = fresh.length === 0 ? known.filter(inWindow) : [...fresh, ...known].filter(inWindow);
  if (fresh.length > 0) merged.sort(newestFirst);
  return merged.slice(0, limit);
}

function newestFirst(a: Row, b: Row): number {
  return compare(textOf(b.timestamp), textOf(a.timestamp)) || compare(textOf(b.id), textOf(a.id));
}

/** By code unit, as the server orders ids; a collator would not, and is slow. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
