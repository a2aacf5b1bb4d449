/**
 * Compiles a pattern to a test: `*` matches any characters, or none, `?` exactly one UTF-16 unit; every other character matches
 * itself. Avoids regular expressions and their backtracking: time is at most the product of both lengths.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const parts = pattern.split(/\*+/);
  if (pattern.includes('?')) return (text) => matches(pattern, text);
  if (parts.length === 1) return (text) => text === pattern;
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const middle = parts.slice(1, -1);
  const least = parts.reduce((sum, part) => sum + part.length, 0);
  return (text) => {
    if (text.length < least || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    const end = text.length - last.length;
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
      if (at > end) return false;
    }
    return true;
  };
}

/** Backtracks only to the last `*`: earlier ones cannot add a match. */
function matches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p;
      p += 1;
      resume = t;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p += 1;
      t += 1;
    } else if (star !== -1) {
      p = star + 1;
      resume += 1;
      t = resume;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
