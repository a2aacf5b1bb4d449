import { compareCodePoints } from '../order.ts';
import type { ListedIncident } from './aggregates.ts';

/** The `limit` newest incidents, newest first; at equal times the larger id first. */
export function newestOf<T extends ListedIncident>(incidents: readonly T[], limit: number): T[] {
  // Rows arrive newest first, so usually no sorting is needed.
  const ordered = isOrdered(incidents) ? incidents : [...incidents].sort(byTimeThenId);
  return ordered.slice(0, limit);
}

function isOrdered(incidents: readonly ListedIncident[]): boolean {
  for (let n = 1; n < incidents.length; n += 1) {
    const before = incidents[n - 1]!;
    const after = incidents[n]!;
    if (before.time < after.time || (before.time === after.time && byTimeThenId(before, after) > 0))
      return false;
  }
  return true;
}

function byTimeThenId(a: ListedIncident, b: ListedIncident): number {
  return b.time - a.time || compareCodePoints(b.id, a.id) || compareCodePoints(contentOf(b), contentOf(a));
}

/** Rows without an id still need a stable order. */
function contentOf({ serviceAccount, computer, server, process, subjectUser }: ListedIncident): string {
  return JSON.stringify([serviceAccount, computer, server, process, subjectUser]);
}
