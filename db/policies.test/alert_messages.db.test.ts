import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, member, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.alert_messages';
const ADD = `INSERT INTO ${TABLE} (tenant_id, email, case_id, kind, severity, created_at, due_at)
  VALUES ($1, 'soc@northwind.example', gen_random_uuid(), 'opened', 'high', now(), now())`;
const SETTLE = `UPDATE ${TABLE} SET outcome = 'dropped', settled_at = now()`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, alerts(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('the alerts role finds due messages everywhere, and sends and deletes in one organization', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), TABLE))).toEqual(new Set([tenantId, a.alder.tenantId]));
  await expect(run(a.db, alerts(tenantId), ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), `UPDATE ${TABLE} SET email = email`)).rejects.toEqual(denied);
  expect(await run(a.db, alerts(), SETTLE)).toBe(0);
  expect(await run(a.db, alerts(tenantId), SETTLE)).toBe(1);
  expect(await run(a.db, alerts(), `DELETE FROM ${TABLE}`)).toBe(0);
  expect(await run(a.db, alerts(tenantId), `DELETE FROM ${TABLE}`)).toBe(1);
  expect(await tenantsSeen(a.db, alerts(), TABLE)).toEqual([a.alder.tenantId]);
});

test('members read in one organization which message was sent for which case, without addresses', async () => {
  const { tenantId } = a.alder;
  expect(await tenantsSeen(a.db, member(tenantId), TABLE)).toEqual([tenantId]);
  for (const column of ['email', 'names', '*'])
    await expect(run(a.db, member(tenantId), `SELECT ${column} FROM ${TABLE}`), column).rejects.toEqual(
      denied,
    );
  for (const sql of [SETTLE, `DELETE FROM ${TABLE}`])
    await expect(run(a.db, member(tenantId), sql), sql).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_admin',
    'scout_ingest',
    'scout_assessor',
    'scout_auth',
    'scout_operator',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
