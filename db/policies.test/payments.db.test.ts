import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

const insert = `INSERT INTO scout.payments (tenant_id, session_id, confirmed_at) VALUES ($1, 'cs_1', now())`;

test('a checkout session is stored once, and for good', async () => {
  expect(await run(a.db, operator, insert, [a.northwind.tenantId])).toBe(1);
  await expect(run(a.db, operator, insert, [a.northwind.tenantId])).rejects.toMatchObject({ code: '23505' });
  for (const sql of ['DELETE FROM scout.payments', `UPDATE scout.payments SET session_id = 'cs_2'`]) {
    await expect(run(a.db, operator, sql), sql).rejects.toEqual(denied);
  }
});

test('the operator records the end of its subscription, and changes nothing else', async () => {
  expect(await run(a.db, operator, 'UPDATE scout.payments SET ended_at = now()')).toBe(1);
  const sql = `UPDATE scout.payments SET subscription_id = 'sub_2'`;
  await expect(run(a.db, operator, sql)).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, 'scout.payments', [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_jobs',
    'scout_visitor',
  ]));
