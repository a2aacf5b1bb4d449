import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.scim_group_members';
const ADD = `WITH person AS (
  INSERT INTO scout.scim_users (tenant_id, user_name, address, email, active, created_at, updated_at)
  VALUES ($1, 'ada', 'ada@x.example', 'ada@x.example', true, now(), now()) RETURNING tenant_id, scim_id),
  kind AS (INSERT INTO scout.scim_groups (tenant_id, display_name, created_at, updated_at) VALUES ($1, 'Admins', now(), now()) RETURNING group_id)
  INSERT INTO scout.scim_group_members (tenant_id, group_id, scim_id) SELECT tenant_id, group_id, scim_id FROM person, kind`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, admin(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('an admin changes those of the own organization alone', async () => {
  const own = admin(a.northwind.tenantId);
  await expect(run(a.db, own, ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await tenantsSeen(a.db, own, TABLE)).toEqual([a.northwind.tenantId]);
  await expect(run(a.db, own, `UPDATE ${TABLE} SET scim_id = scim_id`)).rejects.toEqual(denied);
  expect(await run(a.db, own, `DELETE FROM ${TABLE}`)).toBe(1);
  expect(await tenantsSeen(a.db, admin(a.alder.tenantId), TABLE)).toEqual([a.alder.tenantId]);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_ingest',
    'scout_assessor',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
    'scout_operator',
    'scout_visitor',
  ]));
