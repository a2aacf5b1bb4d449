/** True when a name matches a pattern, in which `*` matches any text. Case-insensitive. */
export function matchesPattern(pattern: string, name: string): boolean {
  const text = name.toLowerCase();
  const parts = pattern.trim().toLowerCase().split('*');
  const [first = ''] = parts;
  if (parts.length === 1) return text === first;
  const last = parts[parts.length - 1]!;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  // Greedy from the left; linear in the text for every pattern.
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/**
 * True when a list permits a name: an empty list permits any; otherwise one of its patterns must match, and an unknown name never
 * matches.
 */
export function permits(patterns: readonly string[], name: string | null): boolean {
  if (patterns.length === 0) return true;
  return name !== null && patterns.some((pattern) => matchesPattern(pattern, name));
}
