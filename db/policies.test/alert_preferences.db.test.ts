import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.alert_preferences';
const ADD = `INSERT INTO ${TABLE} (tenant_id, email, link_key) VALUES ($1, 'soc@northwind.example', decode(repeat('0', 64), 'hex'))`;
const CHANGE = `UPDATE ${TABLE} SET receives = false`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, alerts(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('preferences are read and changed in one organization only, and their keys never', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, alerts(tenantId), TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, alerts(), TABLE)).toEqual([]);
  expect(await run(a.db, alerts(tenantId), CHANGE)).toBe(1);
  await expect(run(a.db, alerts(tenantId), ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  for (const column of ['link_key', 'recipient_id', 'email', 'tenant_id'])
    await expect(
      run(a.db, alerts(tenantId), `UPDATE ${TABLE} SET ${column} = ${column}`),
      column,
    ).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), `DELETE FROM ${TABLE}`)).rejects.toEqual(denied);
});

test('an admin who removes a recipient deletes the preferences, and reads no key', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, admin(tenantId), `SELECT link_key FROM ${TABLE}`)).rejects.toEqual(denied);
  await expect(run(a.db, admin(tenantId), CHANGE)).rejects.toEqual(denied);
  expect(await run(a.db, admin(tenantId), `DELETE FROM ${TABLE} WHERE email = 'soc@northwind.example'`)).toBe(
    1,
  );
  expect(await tenantsSeen(a.db, alerts(a.alder.tenantId), TABLE)).toEqual([a.alder.tenantId]);
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
