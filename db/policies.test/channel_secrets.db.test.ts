import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.channel_secrets';
const ADD_CHANNEL = `INSERT INTO scout.channels (tenant_id, name, url, min_severity, created_at, created_by)
  VALUES ($1, 'SIEM', 'https://siem.example/', 'high', now(), 'ada@northwind.example')`;
const ADD = `INSERT INTO ${TABLE} (tenant_id, channel_id, sealed, created_at)
  SELECT tenant_id, channel_id, 'k.sealed', now() FROM scout.channels WHERE tenant_id = $1`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    for (const sql of [ADD_CHANNEL, ADD]) await run(a.db, admin(tenantId), sql, [tenantId]);
});
afterAll(() => a.db.drop());

test('admins add secrets in one organization and end them, and read none', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), TABLE)).toEqual([tenantId]);
  await expect(run(a.db, admin(tenantId), `SELECT sealed FROM ${TABLE}`)).rejects.toEqual(denied);
  await expect(run(a.db, admin(tenantId), `UPDATE ${TABLE} SET sealed = 'mine'`)).rejects.toEqual(denied);
  expect(await run(a.db, admin(tenantId), `UPDATE ${TABLE} SET valid_until = now()`)).toBe(1);
});

test('the alerts role reads secrets to sign and re-encrypt them, and does nothing else', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), TABLE))).toEqual(new Set([tenantId, a.alder.tenantId]));
  expect(await run(a.db, alerts(), `UPDATE ${TABLE} SET sealed = 'k2.sealed'`)).toBe(2);
  for (const sql of [`UPDATE ${TABLE} SET valid_until = now()`, `DELETE FROM ${TABLE}`])
    await expect(run(a.db, alerts(tenantId), sql), sql).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), ADD, [tenantId])).rejects.toEqual(denied);
});

test('secrets are deleted with their channel', async () => {
  await run(a.db, admin(a.northwind.tenantId), 'DELETE FROM scout.channels');
  expect(await tenantsSeen(a.db, alerts(), TABLE)).toEqual([a.alder.tenantId]);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_member',
    'scout_ingest',
    'scout_assessor',
    'scout_auth',
    'scout_operator',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
