import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAsAssessor, insertUnsummedDay } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.unsummed_days';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertUnsummedDay);
});
afterAll(() => a.db.drop());

test('members see which days of their own accounts are not summed, and write none of it', async () => {
  await expectOwnRowsOnly(a, table);
  const { member, tenantId } = a.northwind;
  for (const actor of [member, admin(tenantId)]) {
    for (const sql of [`UPDATE ${table} SET day = now()`, `DELETE FROM ${table}`])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
  }
});

test('the assessor writes in its own organization only', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, assessor(tenantId), insertUnsummedDay, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
});

test('ingest, sign-in, visitors and the operator have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_operator', 'scout_visitor']));
