/**
 * Compares by Unicode code points, as PostgreSQL's COLLATE "C" does for UTF-8. JavaScript's `<` compares UTF-16 units and sorts
 * U+10000 before U+E000.
 *
 * @returns negative, zero or positive, for Array.prototype.sort
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xIsHalf = isSurrogate(x);
    // A surrogate belongs to a code point above every single unit.
    return xIsHalf === isSurrogate(y) ? x - y : xIsHalf ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
