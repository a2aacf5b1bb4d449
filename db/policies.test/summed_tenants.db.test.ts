import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const table = 'scout.summed_tenants';
const insert = `INSERT INTO ${table} (tenant_id) VALUES ($1)`;
const judge = (tenantId: string) => ({ role: 'scout_judge', tenantId }) as const;
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, judge(tenantId), insert, [tenantId]);
});
afterAll(() => a.db.drop());

test('summing notes the progress of the organization it works on alone', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, judge(tenantId), table)).toEqual([tenantId]);
  await expect(run(a.db, judge(tenantId), insert, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, judge(tenantId), `UPDATE ${table} SET summed_at = now()`)).toBe(1);
  await expect(run(a.db, judge(tenantId), `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('ingest marks its own organization, and changes nothing else', async () => {
  const { ingest, tenantId } = a.northwind;
  expect(await run(a.db, ingest, `UPDATE ${table} SET due = true WHERE tenant_id = $1`, [tenantId])).toBe(1);
  expect(
    await run(a.db, ingest, `UPDATE ${table} SET due = true WHERE tenant_id = $1`, [a.alder.tenantId]),
  ).toBe(0);
  for (const sql of [
    `UPDATE ${table} SET summed_at = now()`,
    insert.replace('$1', 'gen_random_uuid()'),
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
});

test('a member sees until when the sums of the own organization are valid, and no more', async () => {
  const { member, tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, member, table)).toEqual([tenantId]);
  expect(await run(a.db, member, `SELECT window_end FROM ${table}`)).toBe(1);
  for (const sql of [
    `SELECT additions FROM ${table}`,
    `UPDATE ${table} SET due = true`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, member, sql), sql).rejects.toEqual(denied);
});

test('operator and sign-in have no business here', () =>
  expectClosed(a.db, table, ['scout_operator', 'scout_auth', 'scout_assessor']));
