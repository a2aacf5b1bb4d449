import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

const visitor: Actor = { role: 'scout_visitor' };
const insert = 'INSERT INTO scout.mailing_list (email, created_at, suspected) VALUES ($1, now(), false)';

test('a visitor puts an address on the list, once, and reads none', async () => {
  expect(await run(a.db, visitor, insert, ['mira@alder.example'])).toBe(1);
  await expect(run(a.db, visitor, insert, ['mira@alder.example'])).rejects.toMatchObject({ code: '23505' });
  for (const sql of [
    'SELECT count(*) FROM scout.mailing_list',
    'DELETE FROM scout.mailing_list',
    `UPDATE scout.mailing_list SET email = 'x@alder.example'`,
  ]) {
    await expect(run(a.db, visitor, sql), sql).rejects.toEqual(denied);
  }
});

test('the operator reads the list and changes nothing', async () => {
  expect(await run(a.db, operator, 'SELECT * FROM scout.mailing_list')).toBe(1);
  await expect(run(a.db, operator, 'DELETE FROM scout.mailing_list')).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, 'scout.mailing_list', [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_jobs',
  ]));
