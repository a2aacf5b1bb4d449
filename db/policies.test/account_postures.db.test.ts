import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAccountPosture, insertAsAssessor } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.account_postures';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertAccountPosture);
});
afterAll(() => a.db.drop());

test('members see postures of their own organization, and write none', async () => {
  await expectOwnRowsOnly(a, table);
  const { member, tenantId } = a.northwind;
  for (const actor of [member, admin(tenantId)])
    await expect(run(a.db, actor, `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('the assessor writes in its own organization only, and changes no time', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, assessor(tenantId), insertAccountPosture, [a.alder.tenantId])).rejects.toEqual(
    denied,
  );
  await expect(run(a.db, assessor(tenantId), `UPDATE ${table} SET since = now()`)).rejects.toEqual(denied);
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
});

test('ingest, sign-in and visitors have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_visitor']));
