import { compareCodePoints } from '../order.ts';

/** Names with their frequency, most frequent first, then by name. */
export function ranked(names: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || compareCodePoints(a, b));
}
