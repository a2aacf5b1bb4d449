import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.group_roles';
const ADD = `INSERT INTO scout.group_roles (tenant_id, group_name, role, created_at, created_by)
  VALUES ($1, 'Admins', 'admin', now(), 'ada@x.example')`;

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
  expect(await run(a.db, own, `UPDATE ${TABLE} SET role = 'member'`)).toBe(1);
  await expect(run(a.db, own, `UPDATE ${TABLE} SET group_name = group_name`)).rejects.toEqual(denied);
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
