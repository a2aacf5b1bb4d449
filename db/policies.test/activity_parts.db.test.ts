import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertPart } from './caseRows.ts';
import {
  type Arrangement,
  arrange,
  auth,
  denied,
  expectClosed,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const table = 'scout.activity_parts';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, ingest } of [a.northwind, a.alder])
    await run(a.db, ingest, insertPart(), [tenantId]);
});
afterAll(() => a.db.drop());

test('ingest adds parts to its own organization, and reads, changes and deletes none', async () => {
  const { ingest } = a.northwind;
  await expect(run(a.db, ingest, insertPart(), [a.alder.tenantId])).rejects.toEqual(denied);
  for (const sql of [
    `SELECT count(*) FROM ${table}`,
    `UPDATE ${table} SET body = ''`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
  const backdated = `INSERT INTO ${table} (tenant_id, hour, batch_id, body, stored_in) VALUES ($1, now(), gen_random_uuid(), '', '3')`;
  await expect(run(a.db, ingest, backdated, [a.northwind.tenantId])).rejects.toEqual(denied);
});

test('the assessor reads and replaces the parts of its own organization only', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, assessor(tenantId), table)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_assessor' }, table)).toEqual([]);
  await expect(run(a.db, assessor(tenantId), insertPart(), [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, assessor(tenantId), `UPDATE ${table} SET stored_in = stored_in`)).toBe(1);
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
  expect(await tenantsSeen(a.db, assessor(a.alder.tenantId), table)).toEqual([a.alder.tenantId]);
});

test('the assessor sees which organizations have parts that it has not read', async () => {
  const waiting = async () =>
    a.db.withRole({ role: 'scout_assessor' }, async (_tx, client) => {
      const { rows } = await client.query<{ tenant_id: string }>(
        'SELECT tenants_to_assess AS tenant_id FROM scout.tenants_to_assess(now())',
      );
      return rows.map((row) => row.tenant_id);
    });
  expect(await waiting()).toEqual([a.alder.tenantId]);
  const { tenantId } = a.alder;
  const read = `INSERT INTO scout.assessments (tenant_id, read_through) VALUES ($1, pg_current_snapshot())`;
  await run(a.db, assessor(tenantId), read, [tenantId]);
  expect(await waiting()).toEqual([]);
  await run(a.db, a.alder.ingest, insertPart(), [tenantId]);
  expect(await waiting()).toEqual([tenantId]);
  for (const actor of [a.alder.member, a.alder.ingest, operator, auth])
    await expect(run(a.db, actor, 'SELECT scout.tenants_to_assess(now())')).rejects.toEqual(denied);
});

test('the assessor alone sees which organizations have read parts of old hours that are not merged', async () => {
  const { tenantId } = a.alder;
  const waiting = async (before: string) =>
    a.db.withRole({ role: 'scout_assessor' }, async (_tx, client) => {
      const { rows } = await client.query(
        `SELECT tenants_to_merge AS id FROM scout.tenants_to_merge(now() + interval '${before}')`,
      );
      return rows.map(({ id }) => id);
    });
  expect(await waiting('1 day')).toEqual([tenantId]);
  expect(await waiting('-1 day')).toEqual([]);
  const sample = (is: boolean) =>
    a.db.asOwner((owner) =>
      owner.query('UPDATE scout.tenants SET is_sample = $2 WHERE tenant_id = $1', [tenantId, is]),
    );
  await sample(true);
  expect(await waiting('1 day')).toEqual([]);
  await sample(false);
  for (const actor of [a.alder.member, a.alder.ingest, operator, auth])
    await expect(run(a.db, actor, 'SELECT scout.tenants_to_merge(now())')).rejects.toEqual(denied);
});

test('members see for their own organization, and the operator for all, when activity was stored, and no activity', async () => {
  const stored = `SELECT stored_at FROM ${table}`;
  const own = await run(a.db, a.alder.member, stored);
  expect(own).toBe(await run(a.db, assessor(a.alder.tenantId), stored));
  expect(await run(a.db, operator, stored)).toBeGreaterThanOrEqual(own);
  for (const actor of [a.alder.member, operator])
    for (const sql of [
      `SELECT body FROM ${table}`,
      `UPDATE ${table} SET stored_at = now()`,
      `DELETE FROM ${table}`,
    ])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
});

test('admins read the activity of their own organization, and change none', async () => {
  const { tenantId } = a.alder;
  const admin = { role: 'scout_admin', tenantId } as const;
  const stored = await run(a.db, assessor(tenantId), `SELECT body FROM ${table}`);
  expect(await run(a.db, admin, `SELECT hour, batch_id, body FROM ${table}`)).toBe(stored);
  expect(await run(a.db, { role: 'scout_admin' }, `SELECT body FROM ${table}`)).toBe(0);
  for (const sql of [
    `SELECT stored_in FROM ${table}`,
    `UPDATE ${table} SET body = ''`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, admin, sql), sql).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, table, ['scout_auth', 'scout_visitor', 'scout_judge']));
