import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

const TABLE = 'scout.web_files';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

const visitor: Actor = { role: 'scout_visitor' };
const add = `INSERT INTO ${TABLE} (path, body) VALUES ($1, '\\x7b7d')`;

test('the server adds files, notes their end and removes them, and changes no text', async () => {
  expect(await run(a.db, operator, add, ['assets/app-1.js'])).toBe(1);
  expect(await run(a.db, operator, `UPDATE ${TABLE} SET left_at = now()`)).toBe(1);
  for (const column of [`body = '\\x00'`, `path = 'assets/b-1.js'`])
    await expect(run(a.db, operator, `UPDATE ${TABLE} SET ${column}`), column).rejects.toEqual(denied);
  expect(await run(a.db, operator, `DELETE FROM ${TABLE}`)).toBe(1);
});

test('a name outside of the folder of hashed files is refused', async () => {
  for (const path of ['index.html', 'assets/../index.html', 'assets/'])
    await expect(run(a.db, operator, add, [path]), path).rejects.toMatchObject({ code: '23514' });
});

test('a visitor reads a file and writes none', async () => {
  await run(a.db, operator, add, ['assets/app-2.js']);
  expect(await run(a.db, visitor, `SELECT body FROM ${TABLE} WHERE path = 'assets/app-2.js'`)).toBe(1);
  await expect(run(a.db, visitor, add, ['assets/app-3.js'])).rejects.toEqual(denied);
  for (const sql of [`DELETE FROM ${TABLE}`, `UPDATE ${TABLE} SET left_at = now()`])
    await expect(run(a.db, visitor, sql), sql).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
  ]));
