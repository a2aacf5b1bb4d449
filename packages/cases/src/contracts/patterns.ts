import { compileGlobs, type GlobSet } from '@scout/detection/globSet';

/** Lists are judged for many names and do not change. */
const compiled = new WeakMap<readonly string[], GlobSet>();

/** The patterns of a list together: `*` matches any text, `?` itself. */
function compiledOf(patterns: readonly string[]): GlobSet {
  const known = compiled.get(patterns);
  if (known !== undefined) return known;
  const made = compileGlobs(
    patterns.map((pattern) => pattern.trim().toLowerCase()),
    { questionMark: false },
  );
  compiled.set(patterns, made);
  return made;
}

/** Single patterns used last, as lists. */
const lists = new Map<string, readonly string[]>();
const LISTS = 1_000;

function listOf(pattern: string): readonly string[] {
  const known = lists.get(pattern);
  if (known !== undefined) return known;
  if (lists.size >= LISTS) lists.clear();
  const list = [pattern];
  lists.set(pattern, list);
  return list;
}

/** True when a name matches a pattern, in which `*` matches any text. Case-insensitive. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern.trim().toLowerCase() === name.toLowerCase();
  return permits(listOf(pattern), name);
}

/**
 * True when a list permits a name: an empty list permits any; otherwise one of its patterns must match, and an unknown name never
 * matches.
 */
export function permits(patterns: readonly string[], name: string | null): boolean {
  return patterns.length === 0 || (name !== null && compiledOf(patterns).matches(name.toLowerCase()));
}
