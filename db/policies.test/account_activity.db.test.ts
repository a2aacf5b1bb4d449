import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertActivity, insertAsAssessor } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.account_activity';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertActivity);
});
afterAll(() => a.db.drop());

test('members see what accounts of their own organization do, and write none of it', async () => {
  await expectOwnRowsOnly(a, table);
  const { member, tenantId } = a.northwind;
  for (const actor of [member, admin(tenantId)]) {
    for (const sql of [`UPDATE ${table} SET n = 2`, `DELETE FROM ${table}`])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
  }
});

test('the assessor writes in its own organization only', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, assessor(tenantId), insertActivity, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, assessor(tenantId), `UPDATE ${table} SET n = 2`)).toBe(1);
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
});

test('ingest, sign-in, visitors and the operator have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_operator', 'scout_visitor']));
