/**
 * Whether two sets of props say the same, for `memo` of what is dear to draw: a dashboard's figures are counted anew with every poll, and
 * mostly come out as they were. Functions are the same only when they are one.
 */
export function sameContent<Props extends object>(before: Props, after: Props): boolean {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Props>;
  return [...keys].every((key) => isSame(before[key], after[key]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
