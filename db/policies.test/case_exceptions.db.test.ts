import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertException } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.case_exceptions';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    await run(a.db, admin(tenantId), insertException(), [tenantId]);
});
afterAll(() => a.db.drop());

test('members and the assessor read the exceptions of their own organization, and write none', async () => {
  await expectOwnRowsOnly(a, table);
  const { tenantId, member } = a.northwind;
  for (const actor of [member, assessor(tenantId)]) {
    await expect(run(a.db, actor, insertException(), [tenantId])).rejects.toEqual(denied);
    for (const sql of [`UPDATE ${table} SET ends_at = now()`, `DELETE FROM ${table}`])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
  }
});

test('an admin adds an exception in their own organization, ends one, and rewrites none', async () => {
  const own = admin(a.northwind.tenantId);
  await expect(run(a.db, own, insertException(), [a.alder.tenantId])).rejects.toEqual(denied);
  expect(
    await run(a.db, own, `UPDATE ${table} SET ended_at = now(), ended_by = 'ada@northwind.example'`),
  ).toBe(1);
  for (const column of ['account_key', 'sources', 'reason', 'created_by', 'starts_at'])
    await expect(run(a.db, own, `UPDATE ${table} SET ${column} = ${column}`), column).rejects.toEqual(denied);
  await expect(run(a.db, own, `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('an exception ends after it begins', async () => {
  const { tenantId } = a.alder;
  await expect(run(a.db, admin(tenantId), `UPDATE ${table} SET ends_at = starts_at`)).rejects.toMatchObject({
    code: '23514',
  });
});

test('ingest, sign-in, visitors and the operator have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_operator', 'scout_visitor']));
