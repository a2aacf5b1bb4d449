import type { Actor } from '@scout/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  run,
  tenantsSeen,
} from './support.ts';

const TABLE = 'scout.detection_settings';
const ADD = `INSERT INTO ${TABLE} (tenant_id, version, settings, updated_at, updated_by) VALUES ($1, 1, '{}', now(), 'x')`;
const CHANGE = `UPDATE ${TABLE} SET version = version + 1, settings = '{}', updated_by = 'y'`;
const JUDGE = `UPDATE ${TABLE} SET judged_version = version`;
const judge = (tenantId?: string): Actor => ({ role: 'scout_judge', ...(tenantId && { tenantId }) });

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, admin(tenantId), ADD, [tenantId]);
});
afterAll(() => a.db.drop());

test('a member reads the settings of their own organization, and changes none', async () => {
  await expectOwnRowsOnly(a, TABLE);
  for (const sql of [CHANGE, JUDGE, `DELETE FROM ${TABLE}`]) {
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
  }
});

test('an admin changes the settings of their own organization, but not the version that was applied', async () => {
  const { tenantId } = a.northwind;
  expect(await run(a.db, admin(tenantId), CHANGE)).toBe(1);
  expect(await tenantsSeen(a.db, admin(tenantId), TABLE)).toEqual([tenantId]);
  await expect(run(a.db, admin(tenantId), ADD, [a.alder.tenantId])).rejects.toEqual(denied);
  for (const sql of [JUDGE, `DELETE FROM ${TABLE}`]) {
    await expect(run(a.db, admin(tenantId), sql), sql).rejects.toEqual(denied);
  }
});

test('ingest reads the settings it judges by, of its own organization', async () => {
  const { ingest, tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, ingest, TABLE)).toEqual([tenantId]);
  await expect(run(a.db, ingest, `SELECT updated_by FROM ${TABLE}`)).rejects.toEqual(denied);
  await expect(run(a.db, ingest, CHANGE)).rejects.toEqual(denied);
});

test('the operator reads which version each organization has, and no names', async () => {
  const operator: Actor = { role: 'scout_operator' };
  const seen = await tenantsSeen(a.db, operator, TABLE);
  expect(new Set(seen)).toEqual(new Set([a.northwind.tenantId, a.alder.tenantId]));
  await expect(run(a.db, operator, `SELECT settings FROM ${TABLE}`)).rejects.toEqual(denied);
  for (const sql of [CHANGE, `INSERT INTO ${TABLE} DEFAULT VALUES`, `DELETE FROM ${TABLE}`]) {
    await expect(run(a.db, operator, sql), sql).rejects.toEqual(denied);
  }
});

test('rejudging finds work everywhere and does it in one organization, without changing settings', async () => {
  const { tenantId } = a.northwind;
  expect(new Set(await tenantsSeen(a.db, judge(), TABLE))).toEqual(new Set([tenantId, a.alder.tenantId]));
  expect(await run(a.db, judge(), JUDGE)).toBe(0);
  expect(await run(a.db, judge(tenantId), JUDGE)).toBe(1);
  await expect(run(a.db, judge(tenantId), CHANGE)).rejects.toEqual(denied);
  for (const table of ['scout.tenant_events', 'scout.incidents', 'scout.rollups']) {
    expect(new Set(await tenantsSeen(a.db, judge(tenantId), table))).toEqual(new Set([tenantId]));
    expect(await tenantsSeen(a.db, judge(), table)).toEqual([]);
  }
  await expect(run(a.db, judge(tenantId), 'DELETE FROM scout.tenant_events')).rejects.toEqual(denied);
  expect(await run(a.db, judge(tenantId), 'SELECT time_zone FROM scout.tenants')).toBe(1);
  await expect(run(a.db, judge(tenantId), 'SELECT company_name FROM scout.tenants')).rejects.toEqual(denied);
  for (const table of ['scout.agents', 'scout.memberships', 'scout.cases']) {
    await expect(run(a.db, judge(tenantId), `SELECT count(*) FROM ${table}`), table).rejects.toEqual(denied);
  }
  // Last, because it deletes the other tests' rows.
  expect(await run(a.db, judge(tenantId), 'DELETE FROM scout.incidents')).toBe(1);
  expect(await tenantsSeen(a.db, judge(a.alder.tenantId), 'scout.incidents')).toEqual([a.alder.tenantId]);
});

test('sign-in has no access', () => expectClosed(a.db, TABLE, ['scout_auth']));

test('the assessor reads the naming settings of its own organization, and changes none', async () => {
  const { tenantId } = a.northwind;
  const assessor: Actor = { role: 'scout_assessor', tenantId };
  expect(await tenantsSeen(a.db, assessor, TABLE)).toEqual([tenantId]);
  await expect(run(a.db, assessor, `SELECT updated_by FROM ${TABLE}`)).rejects.toEqual(denied);
  for (const sql of [CHANGE, JUDGE, `DELETE FROM ${TABLE}`]) {
    await expect(run(a.db, assessor, sql), sql).rejects.toEqual(denied);
  }
});
