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

const TABLE = 'scout.sso_secrets';
const CONNECT = `INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, created_at, created_by)
  VALUES ($1, 'https://login.example', 'scout', now(), 'ada@northwind.example')`;
const ADD = `INSERT INTO ${TABLE} (tenant_id, sealed, created_at) VALUES ($1, 'k.sealed', now())`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    for (const sql of [CONNECT, ADD]) await run(a.db, admin(tenantId), sql, [tenantId]);
});
afterAll(() => a.db.drop());

test('an admin adds and replaces the own organization’s, and reads none', async () => {
  const own = admin(a.northwind.tenantId);
  await expect(run(a.db, own, `SELECT sealed FROM ${TABLE}`)).rejects.toEqual(denied);
  await expect(run(a.db, own, `DELETE FROM ${TABLE}`)).rejects.toEqual(denied);
  const replace = `UPDATE ${TABLE} SET sealed = 'k.other' WHERE tenant_id = $1`;
  expect(await run(a.db, own, replace, [a.northwind.tenantId])).toBe(1);
  expect(await run(a.db, own, replace, [a.alder.tenantId])).toBe(0);
});

test('the operator seals all anew', async () => {
  expect(await run(a.db, operator, `UPDATE ${TABLE} SET sealed = 'k2.sealed'`)).toBe(2);
  await expect(run(a.db, operator, `UPDATE ${TABLE} SET created_at = now()`)).rejects.toEqual(denied);
});

test('a secret is deleted with its connection', async () => {
  await run(a.db, admin(a.northwind.tenantId), 'DELETE FROM scout.sso_connections');
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
