import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

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

test('a member sees only the bodies of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.batch_bodies'));

test('a member who names another organization and its batch finds nothing, and changes none of their own', async () => {
  const { member } = a.northwind;
  const sql = 'SELECT body FROM scout.batch_bodies WHERE batch_id = $1';
  expect(await run(a.db, member, sql, [a.alder.batchId])).toBe(0);
  expect(await run(a.db, member, `${sql} AND tenant_id = $2`, [a.alder.batchId, a.alder.tenantId])).toBe(0);
  expect(await run(a.db, member, sql, [a.northwind.batchId])).toBe(1);
  for (const write of [`UPDATE scout.batch_bodies SET body = ''`, 'DELETE FROM scout.batch_bodies']) {
    await expect(run(a.db, member, write), write).rejects.toEqual(denied);
  }
});

test('packing reads the bodies of one organization alone, and removes none by itself', async () => {
  const judge = { role: 'scout_judge', tenantId: a.northwind.tenantId } as const;
  expect(await run(a.db, judge, 'SELECT body FROM scout.batch_bodies')).toBe(1);
  expect(await run(a.db, { role: 'scout_judge' }, 'SELECT body FROM scout.batch_bodies')).toBe(0);
  for (const write of [`UPDATE scout.batch_bodies SET body = ''`, 'DELETE FROM scout.batch_bodies']) {
    await expect(run(a.db, judge, write), write).rejects.toEqual(denied);
  }
});

test('no other role has access', () =>
  expectClosed(a.db, 'scout.batch_bodies', ['scout_operator', 'scout_auth']));
