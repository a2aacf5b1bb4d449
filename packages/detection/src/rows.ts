import type { Row } from './event.ts';

/**
 * The rows in a stored JSON array, such as local storage's `scout_recent_events`. Unparseable text is an empty list
 * (specification section 8); elements that are not objects are dropped.
 */
export function parseRows(text: string | null): Row[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isRow) : [];
  } catch {
    return [];
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
