import type { Actor } from '@scout/server/platform/database/pool';
import { seedCase } from '@scout/testkit/seedCase';
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

const TABLE = 'scout.tickets';
const ADD_CHANNEL = `INSERT INTO scout.channels (tenant_id, kind, format, name, url, min_severity, settings, created_at, created_by)
  VALUES ($1, 'jira', 'ticket', 'Jira', 'https://northwind.atlassian.net', 'high', '{}', now(), 'ada@northwind.example')`;
const ADD = `INSERT INTO ${TABLE} (tenant_id, channel_id, case_id, case_number, remote_id, state, state_at, created_at)
  SELECT c.tenant_id, c.channel_id, k.case_id, k.number, 'SEC-1', 'open', now(), now()
  FROM scout.channels c JOIN scout.cases k ON k.tenant_id = c.tenant_id WHERE c.tenant_id = $1`;
const LOOK = `UPDATE ${TABLE} SET due_at = now()`;
const alerts = (tenantId?: string): Actor => ({ role: 'scout_alerts', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) {
    await seedCase((sql, values) => a.db.asOwner((owner) => owner.query(sql, values)), tenantId);
    await run(a.db, admin(tenantId), ADD_CHANNEL, [tenantId]);
    await run(a.db, alerts(tenantId), ADD, [tenantId]);
  }
});
afterAll(() => a.db.drop());

test('the alerts role finds due tickets everywhere, and changes them in one organization', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, alerts(), TABLE))).toEqual(new Set([tenantId, a.alder.tenantId]));
  expect(await run(a.db, alerts(), LOOK)).toBe(0);
  expect(await run(a.db, alerts(tenantId), LOOK)).toBe(1);
  for (const column of ['remote_id', 'case_id', 'channel_id', 'tenant_id'])
    await expect(
      run(a.db, alerts(tenantId), `UPDATE ${TABLE} SET ${column} = ${column}`),
      column,
    ).rejects.toEqual(denied);
  await expect(run(a.db, alerts(tenantId), `DELETE FROM ${TABLE}`)).rejects.toEqual(denied);
  expect(await run(a.db, alerts(tenantId), ADD, [a.alder.tenantId])).toBe(0);
});

test.each([
  ['members', member],
  ['admins', admin],
])('%s read the tickets of one organization, and only ask for a look', async (_name, as) => {
  const { tenantId } = a.alder;
  expect(await tenantsSeen(a.db, as(tenantId), TABLE)).toEqual([tenantId]);
  expect(await run(a.db, as(tenantId), LOOK)).toBe(1);
  for (const statement of [
    `SELECT problem FROM ${TABLE}`,
    `UPDATE ${TABLE} SET state = 'resolved'`,
    `UPDATE ${TABLE} SET url = 'https://elsewhere.example/'`,
    `DELETE FROM ${TABLE}`,
  ])
    await expect(run(a.db, as(tenantId), statement), statement).rejects.toEqual(denied);
});

test('a ticket ends with its case', async () => {
  await a.db.asOwner(async (owner) => {
    await owner.query('DELETE FROM scout.findings WHERE tenant_id = $1', [a.northwind.tenantId]);
    await owner.query('DELETE FROM scout.cases WHERE tenant_id = $1', [a.northwind.tenantId]);
  });
  expect(await tenantsSeen(a.db, alerts(), TABLE)).toEqual([a.alder.tenantId]);
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
