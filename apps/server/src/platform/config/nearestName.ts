import { distance } from 'fastest-levenshtein';

/**
 * The known name that a misspelt one probably means: at most a quarter of its characters, and at least one, are wrong, missing or
 * too many. Undefined if none is that close.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 4)) + 1;
  for (const each of known) {
    // The distance is at least the difference of the lengths, and names may be of any length.
    if (Math.abs(each.length - name.length) >= least) continue;
    const differing = distance(name, each);
    if (differing < least) [nearest, least] = [each, differing];
  }
  return nearest;
}
