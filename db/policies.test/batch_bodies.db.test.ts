import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('ingest adds a body and cannot read it back, change it or remove it', async () => {
  const { ingest } = a.northwind;
  for (const sql of [
    'SELECT body FROM scout.batch_bodies',
    'SELECT count(*) FROM scout.batch_bodies',
    `UPDATE scout.batch_bodies SET body = ''`,
    'DELETE FROM scout.batch_bodies',
  ]) {
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
  }
  const stored = await a.db.asOwner((client) => client.query('SELECT FROM scout.batch_bodies'));
  expect(stored.rowCount).toBe(2);
});

test('nobody else has any way in', () =>
  expectClosed(a.db, 'scout.batch_bodies', ['scout_member', 'scout_operator', 'scout_auth']));
