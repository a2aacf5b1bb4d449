import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const TABLE = 'scout.directory_secrets';
const ADD_DIRECTORY = `INSERT INTO scout.directories (tenant_id, name, url, bind_name, created_at, created_by, due_at)
  VALUES ($1, 'Corp', 'ldaps://dc1.example', 'reader', now(), 'ada@northwind.example', now())`;
const ADD = `INSERT INTO ${TABLE} (tenant_id, directory_id, sealed, created_at)
  SELECT tenant_id, directory_id, 'k.sealed', now() FROM scout.directories WHERE tenant_id = $1`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    for (const sql of [ADD_DIRECTORY, ADD]) await run(a.db, admin(tenantId), sql, [tenantId]);
});
afterAll(() => a.db.drop());

test('admins add a password in their organization, and read and change none', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, admin(tenantId), ADD, [a.alder.tenantId])).resolves.toBe(0);
  for (const sql of [
    `SELECT sealed FROM ${TABLE}`,
    `UPDATE ${TABLE} SET sealed = 'mine'`,
    `DELETE FROM ${TABLE}`,
  ])
    await expect(run(a.db, admin(tenantId), sql), sql).rejects.toEqual(denied);
});

test('the operator reads them to sign in, and seals all anew', async () => {
  const seen = new Set(await tenantsSeen(a.db, operator, TABLE));
  expect(seen).toEqual(new Set([a.northwind.tenantId, a.alder.tenantId]));
  expect(await run(a.db, operator, `UPDATE ${TABLE} SET sealed = 'k2.sealed'`)).toBe(2);
  await expect(run(a.db, operator, `UPDATE ${TABLE} SET created_at = now()`)).rejects.toEqual(denied);
});

test('a password is deleted with its directory', async () => {
  await run(a.db, admin(a.northwind.tenantId), 'DELETE FROM scout.directories');
  expect(await tenantsSeen(a.db, operator, TABLE)).toEqual([a.alder.tenantId]);
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
    'scout_visitor',
  ]));
