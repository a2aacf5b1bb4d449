import { FilterParser } from 'ldapts';

/** True for a filter that can be a part of another one. */
export function isFilter(filter: string): boolean {
  // Without parentheses around it, a filter could end the one that it is part of.
  if (!/^\(.*\)$/s.test(filter)) return false;
  try {
    FilterParser.parseString(filter);
    return true;
  } catch {
    return false;
  }
}
