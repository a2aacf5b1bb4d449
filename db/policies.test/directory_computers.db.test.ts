import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  member,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const TABLE = 'scout.directory_computers';
const ADD_DIRECTORY = `INSERT INTO scout.directories (tenant_id, name, url, bind_name, created_at, created_by, due_at)
  VALUES ($1, 'Corp', 'ldaps://dc1.example', 'reader', now(), 'ada@northwind.example', now())`;
const ADD = `INSERT INTO ${TABLE} (tenant_id, directory_id, object_guid, host_key, name, dn, spns, role, is_enabled, delegation, delegates_to, acted_for_by)
  SELECT tenant_id, directory_id, gen_random_uuid(), 'dc1', 'DC1', 'CN=DC1', '{}', 'controller', true, 'none', '{}', '{}'
  FROM scout.directories WHERE tenant_id = $1`;
const assessor = (tenantId: string): Actor => ({ role: 'scout_assessor', tenantId });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    for (const sql of [ADD_DIRECTORY, ADD]) await run(a.db, operator, sql, [tenantId]);
});
afterAll(() => a.db.drop());

test('members, admins and the assessor read those of one organization, and change none', async () => {
  const { tenantId } = a.northwind;
  for (const actor of [member(tenantId), admin(tenantId), assessor(tenantId)]) {
    expect(await tenantsSeen(a.db, actor, TABLE)).toEqual([tenantId]);
    for (const sql of [`UPDATE ${TABLE} SET name = 'mine'`, `DELETE FROM ${TABLE}`])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
  }
});

test('they are deleted with their directory', async () => {
  await run(a.db, admin(a.northwind.tenantId), 'DELETE FROM scout.directories');
  expect(await tenantsSeen(a.db, operator, TABLE)).toEqual([a.alder.tenantId]);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_ingest',
    'scout_alerts',
    'scout_auth',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
