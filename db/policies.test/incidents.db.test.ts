import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('a member sees only the incidents of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.incidents'));

test('a member writes no events', async () => {
  for (const sql of [
    'INSERT INTO scout.incidents DEFAULT VALUES',
    `UPDATE scout.incidents SET rule = 'x'`,
    'DELETE FROM scout.incidents',
  ]) {
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
  }
});

test('ingest adds incidents and reads none', async () => {
  const { ingest } = a.northwind;
  for (const sql of [
    'SELECT count(*) FROM scout.incidents',
    'UPDATE scout.incidents SET batch_index = 0',
    'DELETE FROM scout.incidents',
  ]) {
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
  }
});

test('operator and sign-in have no access', () =>
  expectClosed(a.db, 'scout.incidents', ['scout_operator', 'scout_auth']));
