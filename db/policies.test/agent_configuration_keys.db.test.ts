import type { Actor } from '@scout/server/platform/database/pool';
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

const TABLE = 'scout.agent_configuration_keys';
const ADD = `INSERT INTO ${TABLE} (tenant_id, public_key, sealed, created_at) VALUES ($1, 'spki', 'k.sealed', now())`;

let a: Arrangement;
let heartbeats: readonly Actor[];
beforeAll(async () => {
  a = await arrange();
  heartbeats = [a.northwind.ingest, a.alder.ingest];
  await run(a.db, a.northwind.ingest, ADD, [a.northwind.tenantId]);
  await run(a.db, a.alder.ingest, ADD, [a.alder.tenantId]);
});
afterAll(() => a.db.drop());

test('a heartbeat reads the key of its own organization, adds it once, and changes none', async () => {
  for (const [at, { tenantId }] of [a.northwind, a.alder].entries())
    expect(await tenantsSeen(a.db, heartbeats[at]!, TABLE)).toEqual([tenantId]);
  const { ingest } = a.northwind;
  await expect(run(a.db, ingest, ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  for (const sql of [`UPDATE ${TABLE} SET sealed = 'mine'`, `DELETE FROM ${TABLE}`])
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
});

test('the operator seals all anew, and changes no public key', async () => {
  const seen = new Set(await tenantsSeen(a.db, operator, TABLE));
  expect(seen).toEqual(new Set([a.northwind.tenantId, a.alder.tenantId]));
  expect(await run(a.db, operator, `UPDATE ${TABLE} SET sealed = 'k2.sealed'`)).toBe(2);
  for (const sql of [`UPDATE ${TABLE} SET public_key = 'mine'`, `DELETE FROM ${TABLE}`])
    await expect(run(a.db, operator, sql), sql).rejects.toEqual(denied);
});

test('nobody else reads a key, admins included', async () => {
  await expect(run(a.db, admin(a.northwind.tenantId), `SELECT sealed FROM ${TABLE}`)).rejects.toEqual(denied);
  await expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_admin',
    'scout_auth',
    'scout_alerts',
    'scout_visitor',
  ]);
});
