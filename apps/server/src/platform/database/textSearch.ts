import { stripAccount } from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';

/** Words of a search that are looked for; further ones are ignored. */
const WORDS = 5;

/** A pattern for ILIKE of each word of a search; a domain before or after a name is ignored. */
export function wordPatterns(search: string): string[] {
  const words = search.trim().split(/\s+/).slice(0, WORDS).map(stripAccount);
  return words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}

/** True, in SQL, when the text contains every word of a search, case-insensitively. */
export function containsWords(text: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  return sql`${text} ILIKE ALL (${wordPatterns(search)}::text[])`;
}
