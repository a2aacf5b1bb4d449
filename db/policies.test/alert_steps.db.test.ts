import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, member, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.alert_steps';
const ADD = `INSERT INTO ${TABLE} (tenant_id, case_id, step, occurred_at, noted_at, is_history, due_at)
  VALUES ($1, gen_random_uuid(), 'opened', now(), now(), false, now())`;
const PLAN = `UPDATE ${TABLE} SET planned_at = now()`;
const assessor = (tenantId: string): Actor => ({ role: 'scout_assessor', tenantId });
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, assessor(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('the assessor adds steps in its own organization, and neither plans nor deletes any', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, assessor(tenantId), TABLE)).toEqual([tenantId]);
  await expect(run(a.db, assessor(tenantId), ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, assessor(tenantId), `UPDATE ${TABLE} SET is_history = false`)).toBe(1);
  for (const sql of [PLAN, `UPDATE ${TABLE} SET step = 'opened'`, `DELETE FROM ${TABLE}`])
    await expect(run(a.db, assessor(tenantId), sql), sql).rejects.toEqual(denied);
});

test('the alerts role finds steps everywhere, and plans those of one organization', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), TABLE))).toEqual(new Set([tenantId, a.alder.tenantId]));
  expect(await run(a.db, alerts(), PLAN)).toBe(0);
  expect(await run(a.db, alerts(tenantId), PLAN)).toBe(1);
  for (const sql of [`UPDATE ${TABLE} SET is_history = true`, `DELETE FROM ${TABLE}`])
    await expect(run(a.db, alerts(tenantId), sql), sql).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), ADD, [tenantId])).rejects.toEqual(denied);
});

test('the alerts role reads cases, recipients, admins and name of one organization only, and no events', async () => {
  const { tenantId } = a.northwind;
  for (const table of ['scout.tenants', 'scout.cases', 'scout.alert_recipients'])
    for (const seen of await tenantsSeen(a.db, alerts(tenantId), table)) expect(seen).toBe(tenantId);
  expect(await tenantsSeen(a.db, alerts(tenantId), 'scout.tenants')).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, alerts(), 'scout.tenants')).toEqual([]);
  // Admins are mailed about a channel that was switched off.
  expect(await tenantsSeen(a.db, alerts(tenantId), 'scout.memberships')).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, alerts(), 'scout.memberships')).toEqual([]);
  for (const column of ['user_id', 'created_at', '*'])
    await expect(run(a.db, alerts(tenantId), `SELECT ${column} FROM scout.memberships`)).rejects.toEqual(
      denied,
    );
  for (const table of ['tenant_events', 'incidents', 'batches', 'audit_logs'])
    await expect(run(a.db, alerts(tenantId), `SELECT FROM scout.${table}`), table).rejects.toEqual(denied);
});

test('members read of one organization which steps there were, without names', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, member(tenantId), TABLE)).toEqual([tenantId]);
  await expect(run(a.db, member(tenantId), `SELECT name FROM ${TABLE}`)).rejects.toEqual(denied);
  await expect(run(a.db, member(tenantId), PLAN)).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_operator',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
