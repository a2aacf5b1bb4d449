import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a text is a name, whatever its case. Not by SQL's lower(), which depends on the database's locale: each letter of the
 * name also stands for its capital.
 */
export function isNamed(text: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  const key = name.toLowerCase();
  const pairs = Array.from(new Set(key), (letter) => [letter.toUpperCase(), letter] as const).filter(
    ([capital, letter]) => capital !== letter && capital.toLowerCase() === letter,
  );
  const capitals = pairs.map(([capital]) => capital).join('');
  const letters = pairs.map(([, letter]) => letter).join('');
  return sql`translate(${text}, ${capitals}, ${letters}) = ${key}`;
}
