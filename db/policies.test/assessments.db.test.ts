import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAsAssessor, insertAssessment } from './caseRows.ts';
import {
  type Arrangement,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  operator,
  run,
} from './support.ts';

const table = 'scout.assessments';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertAssessment);
});
afterAll(() => a.db.drop());

test('members see how far their own organization is assessed, and change none of it', async () => {
  await expectOwnRowsOnly(a, table);
  for (const sql of [`UPDATE ${table} SET revision = 0`, `DELETE FROM ${table}`])
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
});

test('the assessor changes the row of its own organization, and deletes none', async () => {
  const { tenantId } = a.northwind;
  expect(await run(a.db, assessor(tenantId), `UPDATE ${table} SET revision = revision + 1`)).toBe(1);
  await expect(run(a.db, assessor(tenantId), insertAssessment, [a.alder.tenantId])).rejects.toEqual(denied);
  await expect(run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('the operator sees how far organizations are behind, and nothing else', async () => {
  const sql = `SELECT behind_since, read_through FROM ${table}`;
  expect(await run(a.db, operator, sql)).toBeGreaterThan(1);
  for (const denial of [
    `SELECT settings FROM ${table}`,
    `UPDATE ${table} SET revision = 0`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, operator, denial), denial).rejects.toEqual(denied);
});

test('ingest, sign-in and visitors have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_visitor']));
