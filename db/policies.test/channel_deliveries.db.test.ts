import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  member,
  run,
  tenantsSeen,
} from './support.ts';

const TABLE = 'scout.channel_deliveries';
const ADD_CHANNEL = `INSERT INTO scout.channels (tenant_id, name, url, min_severity, created_at, created_by)
  VALUES ($1, 'SIEM', 'https://siem.example/', 'high', now(), 'ada@northwind.example')`;
const ADD = `INSERT INTO ${TABLE} (tenant_id, channel_id, kind, body, created_at, due_at)
  SELECT tenant_id, channel_id, 'test', '{}', now(), now() FROM scout.channels WHERE tenant_id = $1`;
const SETTLE = `UPDATE ${TABLE} SET outcome = 'delivered', settled_at = now()`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    for (const sql of [ADD_CHANNEL, ADD]) await run(a.db, admin(tenantId), sql, [tenantId]);
});
afterAll(() => a.db.drop());

test('admins add tests and read the outcome of deliveries, in one organization', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), TABLE)).toEqual([tenantId]);
  await expect(run(a.db, admin(tenantId), SETTLE)).rejects.toEqual(denied);
  await expect(run(a.db, admin(tenantId), `DELETE FROM ${TABLE}`)).rejects.toEqual(denied);
  const otherChannel = `INSERT INTO ${TABLE} (tenant_id, channel_id, kind, body, created_at, due_at)
    VALUES ($1, gen_random_uuid(), 'test', '{}', now(), now())`;
  await expect(run(a.db, admin(tenantId), otherChannel, [a.alder.tenantId])).rejects.toEqual(denied);
});

test('the alerts role finds due deliveries everywhere, and delivers and deletes in one organization', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), TABLE))).toEqual(new Set([tenantId, a.alder.tenantId]));
  await expect(run(a.db, alerts(tenantId), `UPDATE ${TABLE} SET body = body`)).rejects.toEqual(denied);
  expect(await run(a.db, alerts(), SETTLE)).toBe(0);
  expect(await run(a.db, alerts(tenantId), SETTLE)).toBe(1);
  expect(await run(a.db, alerts(), `DELETE FROM ${TABLE}`)).toBe(0);
  expect(await run(a.db, alerts(tenantId), `DELETE FROM ${TABLE}`)).toBe(1);
  expect(await tenantsSeen(a.db, alerts(), TABLE)).toEqual([a.alder.tenantId]);
});

test('members read the outcome of deliveries in one organization, and no message', async () => {
  const { tenantId } = a.alder;
  expect(await tenantsSeen(a.db, member(tenantId), TABLE)).toEqual([tenantId]);
  for (const column of ['body', 'problem'])
    await expect(run(a.db, member(tenantId), `SELECT ${column} FROM ${TABLE}`), column).rejects.toEqual(
      denied,
    );
  await expect(run(a.db, member(tenantId), SETTLE)).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_ingest',
    'scout_assessor',
    'scout_auth',
    'scout_operator',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
