import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BinaryRows, joined, uuidColumns } from './binaryRows.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const ID = '019ac3f2-4c1b-7a55-9c04-0a3c5d1f2e77';
const AT = '2026-11-20T10:00:00.123Z';
const FIELDS = 6;

interface Row {
  readonly n: number | null;
  readonly big: string | null;
  readonly word: string | null;
  readonly words: readonly string[];
}

function arrayOf(rows: readonly Row[]): Buffer {
  const array = new BinaryRows(FIELDS, 16);
  for (const { n, big, word, words } of rows) {
    array.begin(uuidColumns([ID]));
    array.timestamp(Date.parse(AT));
    array.int4(n);
    array.int8(big);
    array.text(word);
    array.textArray(words);
    array.end();
  }
  return array.array();
}

test('an array that names no composite type holds its rows in PostgreSQL', async () => {
  const first: Row[] = [
    {
      n: 1,
      big: '5000000000',
      word: 'svc.billing',
      words: ['a', 'with "quotes", {braces} and \\ slashes', ''],
    },
    { n: null, big: null, word: null, words: [] },
  ];
  const second: Row[] = [
    { n: -7, big: '9223372036854775807', word: `${'long '.repeat(1_000)}Änderung 😀`, words: ['é'] },
  ];
  const arrays = [arrayOf(first), arrayOf([]), arrayOf(second)];
  await db.asOwner(async (client) => {
    await client.query(
      'CREATE TYPE pg_temp.given AS (id uuid, at timestamptz, n integer, big bigint, word text, words text[])',
    );
    for (const most of [100, 1_000_000]) {
      const found: unknown[] = [];
      for (const array of joined(arrays, most))
        found.push(...(await client.query('SELECT * FROM unnest($1::pg_temp.given[])', [array])).rows);
      expect(found).toEqual([...first, ...second].map((row) => ({ id: ID, at: new Date(AT), ...row })));
    }
  });
});
