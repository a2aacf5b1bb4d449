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

const TABLE = 'scout.channels';
const ADD = `INSERT INTO ${TABLE} (tenant_id, name, url, min_severity, created_at, created_by)
  VALUES ($1, 'SIEM', 'https://siem.example/', 'high', now(), 'ada@northwind.example')`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, admin(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('admins manage the channels of one organization, and never read their destination', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, TABLE)).toEqual([]);
  await expect(run(a.db, admin(tenantId), ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  for (const column of ['kind', 'url', 'channel_id', 'tenant_id', 'created_by'])
    await expect(
      run(a.db, admin(tenantId), `UPDATE ${TABLE} SET ${column} = ${column}`),
      column,
    ).rejects.toEqual(denied);
  expect(
    await run(
      a.db,
      admin(tenantId),
      `UPDATE ${TABLE} SET name = 'SOC', finding_kinds = '{new-source}', settings = settings`,
    ),
  ).toBe(1);
});

test('the alerts role reads the channels of one organization, and notes their failures', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, alerts(tenantId), TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, alerts(), TABLE)).toEqual([]);
  expect(await run(a.db, alerts(tenantId), `UPDATE ${TABLE} SET failing_since = now()`)).toBe(1);
  await expect(run(a.db, alerts(tenantId), `UPDATE ${TABLE} SET name = name`)).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), ADD, [tenantId])).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), `DELETE FROM ${TABLE}`)).rejects.toEqual(denied);
});

test('members read the names of channels of one organization, never their destination', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, member(tenantId), TABLE)).toEqual([tenantId]);
  for (const column of ['url', 'ca', 'account_pattern'])
    await expect(run(a.db, member(tenantId), `SELECT ${column} FROM ${TABLE}`), column).rejects.toEqual(
      denied,
    );
  await expect(run(a.db, member(tenantId), `UPDATE ${TABLE} SET name = 'SOC'`)).rejects.toEqual(denied);
});

test('an admin deletes those of one organization', async () => {
  expect(await run(a.db, admin(a.northwind.tenantId), `DELETE FROM ${TABLE}`)).toBe(1);
  expect(await tenantsSeen(a.db, admin(a.alder.tenantId), TABLE)).toEqual([a.alder.tenantId]);
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
