import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { from as copyFrom } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BinaryCopy, rowPrefix } from '../binaryCopy.ts';
import { byteas, columnsOf } from './columns.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const TYPES = ['uuid', 'timestamptz', 'integer', 'bigint', 'text', 'text[]'];
const TABLE = 'id uuid, at timestamptz, n integer, big bigint, word text, words text[]';
const ID = '019ac3f2-4c1b-7a55-9c04-0a3c5d1f2e77';

function stream(
  rows: readonly { n: number | null; word: string | null; words: readonly string[] | null }[],
): Buffer {
  const copy = new BinaryCopy(64);
  for (const { n, word, words } of rows) {
    copy.written(rowPrefix(TYPES.length, [ID]));
    copy.timestamp(Date.parse('2026-11-20T10:00:00.123Z'));
    if (n === null) copy.null();
    else copy.int4(n);
    copy.int8('5000000000');
    copy.text(word);
    if (words === null) copy.null();
    else copy.textArray(words);
  }
  return copy.end();
}

test('arrays of columns hold the same rows as COPY of their streams', async () => {
  const streams = [
    stream([
      { n: 1, word: 'svc.billing', words: ['a', 'with "quotes", {braces} and \\ slashes', ''] },
      { n: null, word: null, words: [] },
    ]),
    stream([{ n: -7, word: `${'long '.repeat(100)}Änderung 😀`, words: null }]),
    stream([]),
  ];
  await db.asOwner(async (client) => {
    await client.query(`CREATE TEMPORARY TABLE copied (${TABLE})`);
    for (const bytes of streams) {
      const copy = client.query(copyFrom('COPY copied FROM STDIN (FORMAT binary)'));
      const done = new Promise((resolve, reject) => copy.on('finish', resolve).on('error', reject));
      copy.end(bytes);
      await done;
    }
    const copied = await client.query('SELECT * FROM copied');
    expect(copied.rows).toHaveLength(3);
    const given = await client.query(
      `SELECT id, at, n, big, word, words::text[] FROM unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::bigint[], $5::text[], $6::text[])
       AS given (id, at, n, big, word, words)`,
      columnsOf(TYPES, streams),
    );
    expect(given.rows).toEqual(copied.rows);
    expect(given.rows[0].words).toEqual(['a', 'with "quotes", {braces} and \\ slashes', '']);
  });
});

test('bytes of any kind arrive unchanged', async () => {
  const values = [Buffer.alloc(0), Buffer.from([0, 1, 255]), Buffer.alloc(100_000, 'x')];
  const { rows } = await db.asOwner((client) =>
    client.query<{ one: Buffer }>('SELECT unnest($1::bytea[]) AS one', [byteas(values)]),
  );
  expect(rows.map(({ one }) => one)).toEqual(values);
});
