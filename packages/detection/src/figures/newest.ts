import type { Incident } from '../event.ts';
import { compareCodePoints } from '../order.ts';

/** The `limit` newest incidents, newest first; of one moment the larger id first. */
export function newestOf(incidents: readonly Incident[], limit: number): Incident[] {
  return [...incidents].sort(byTimeThenId).slice(0, limit);
}

function byTimeThenId(a: Incident, b: Incident): number {
  return b.time - a.time || compareCodePoints(b.id, a.id) || compareCodePoints(contentOf(b), contentOf(a));
}

/** Rows without an id of their own still need one order. */
function contentOf({ serviceAccount, computer, server, process }: Incident): string {
  return JSON.stringify([serviceAccount, computer, server, process]);
}
