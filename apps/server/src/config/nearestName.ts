/**
 * The known name that a misspelt one probably means: at most a quarter of its characters, and at least one, are wrong, missing or
 * too many. Undefined if none is that close.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 4)) + 1;
  for (const each of known) {
    const distance = distanceOf(name, each, least);
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}

/** Levenshtein distance, or `limit` if it is not below. */
function distanceOf(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, character] of Array.from(one).entries()) {
    const next = [line + 1];
    for (let at = 0; at < other.length; at += 1)
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (character === other[at] ? 0 : 1)));
    row = next;
  }
  return Math.min(row[other.length]!, limit);
}
