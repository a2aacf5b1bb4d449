import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.rollup_sums';
const insert = `INSERT INTO ${table} (tenant_id, rule, days, first_day, dimension)
  VALUES ($1, 'failed-logons', 1, '2026-11-22', 'quarter')`;
const judge = (tenantId: string) => ({ role: 'scout_judge', tenantId }) as const;
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) await run(a.db, judge(tenantId), insert, [tenantId]);
});
afterAll(() => a.db.drop());

test('a member sees the sums of the own organization and of no other, and writes none', async () => {
  await expectOwnRowsOnly(a, table);
  for (const sql of [
    insert.replace('$1', 'gen_random_uuid()'),
    `UPDATE ${table} SET days = 2`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
});

test('summing makes and removes sums of the organization it works on alone', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, judge(tenantId), insert, [a.alder.tenantId])).rejects.toEqual(denied);
  await expect(run(a.db, judge(tenantId), `UPDATE ${table} SET days = 2`)).rejects.toEqual(denied);
  expect(await run(a.db, judge(tenantId), `DELETE FROM ${table}`)).toBe(1);
  expect(await run(a.db, a.alder.member, `SELECT FROM ${table}`)).toBe(1);
  await run(a.db, judge(tenantId), insert, [tenantId]);
});

test('ingest removes the sums of its own organization, reads no name in them, and makes none', async () => {
  const { ingest, tenantId } = a.northwind;
  await expect(run(a.db, ingest, insert, [tenantId])).rejects.toEqual(denied);
  await expect(run(a.db, ingest, `SELECT keys FROM ${table}`)).rejects.toEqual(denied);
  expect(await run(a.db, ingest, `DELETE FROM ${table}`)).toBe(1);
  expect(await run(a.db, a.alder.member, `SELECT FROM ${table}`)).toBe(1);
});

test('operator and sign-in have no business here', () =>
  expectClosed(a.db, table, ['scout_operator', 'scout_auth', 'scout_assessor']));
