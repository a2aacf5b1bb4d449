import { stripAccount } from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';

/** Words of a search that are looked for; further ones are ignored. */
const WORDS = 5;

/** True, in SQL, when the text contains every word of a search, case-insensitively; a domain before or after a name is ignored. */
export function containsWords(text: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  const words = search.trim().split(/\s+/).slice(0, WORDS).map(stripAccount);
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return sql`${text} ILIKE ALL (${patterns}::text[])`;
}
