import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAsAssessor, insertRc4Use } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.rc4_uses';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertRc4Use);
});
afterAll(() => a.db.drop());

test('members see uses of RC4 in their own organization, and write none of it', async () => {
  await expectOwnRowsOnly(a, table);
  const { member, tenantId } = a.northwind;
  for (const actor of [member, admin(tenantId)]) {
    for (const sql of [`UPDATE ${table} SET n = 2`, `DELETE FROM ${table}`])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
  }
});

test('the assessor writes in its own organization only', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, assessor(tenantId), insertRc4Use, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, assessor(tenantId), `UPDATE ${table} SET n = 2`)).toBe(1);
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
});

test('the operator reads those of every organization', async () => {
  // The assessor above deleted the other of two.
  expect(await run(a.db, { role: 'scout_operator' }, `SELECT FROM ${table}`)).toBe(1);
  await expect(run(a.db, { role: 'scout_operator' }, `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('ingest, sign-in and visitors have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_visitor']));
