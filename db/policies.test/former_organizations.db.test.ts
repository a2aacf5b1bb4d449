import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, operator, run } from './support.ts';

const TABLE = 'scout.former_organizations';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('a deletion leaves the id, which the operator reads and clears and nobody forges', async () => {
  const { tenantId } = a.northwind;
  await a.db.asOwner((owner) => owner.query('SELECT scout.delete_organization($1, now())', [tenantId]));
  expect(await run(a.db, operator, `SELECT FROM ${TABLE} WHERE organization_id = $1`, [tenantId])).toBe(1);
  const add = `INSERT INTO ${TABLE} (organization_id) VALUES (gen_random_uuid())`;
  const change = `UPDATE ${TABLE} SET deleted_at = now()`;
  for (const sql of [add, change]) await expect(run(a.db, operator, sql), sql).rejects.toEqual(denied);
  expect(await run(a.db, operator, `DELETE FROM ${TABLE}`)).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_visitor',
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
  ]));
