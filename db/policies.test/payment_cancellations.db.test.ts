import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('the operator adds cancellations and marks them done', async () => {
  await a.db.asOwner(async (owner) => {
    const { rows } = await owner.query(`SELECT tenant_id FROM scout.tenants LIMIT 1`);
    const values = [rows[0].tenant_id];
    await owner.query(
      `INSERT INTO scout.payments (tenant_id, session_id, confirmed_at, subscription_id) VALUES ($1, 'cs_1', now(), 'sub_1')`,
      values,
    );
    await owner.query('SELECT scout.delete_organization($1, now())', values);
  });
  const rename = `UPDATE scout.payment_cancellations SET subscription_id = 'sub_2'`;
  const add = `INSERT INTO scout.payment_cancellations (subscription_id) VALUES ('sub_2')`;
  await expect(run(a.db, operator, rename)).rejects.toEqual(denied);
  expect(await run(a.db, operator, add)).toBe(1);
  expect(await run(a.db, operator, 'UPDATE scout.payment_cancellations SET try_after = now()')).toBe(2);
  expect(await run(a.db, operator, 'DELETE FROM scout.payment_cancellations')).toBe(2);
});

test('no other role has access', () =>
  expectClosed(a.db, 'scout.payment_cancellations', [
    'scout_visitor',
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_jobs',
  ]));
