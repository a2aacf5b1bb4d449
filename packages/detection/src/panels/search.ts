/** Search text that means "unfiltered". */
export const SHOW_ALL = 'all';

/** True when a search text filters nothing: 'all' in any case, or only blanks. */
export function isUnfiltered(search: string): boolean {
  const text = search.trim().toLowerCase();
  return text === '' || text === SHOW_ALL;
}

/** Specification section 5: trimmed, case-insensitive substring match; 'all' matches everything. */
export function matchesSearch(name: string, search: string): boolean {
  return isUnfiltered(search) || name.toLowerCase().includes(search.trim().toLowerCase());
}
