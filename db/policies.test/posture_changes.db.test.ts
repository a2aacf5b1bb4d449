import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAsAssessor, insertPostureChange } from './caseRows.ts';
import { type Arrangement, arrange, denied, expectClosed, run } from './support.ts';

const table = 'scout.posture_changes';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertPostureChange);
});
afterAll(() => a.db.drop());

test('the assessor works in its own organization only, and changes nothing but the hour', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, assessor(tenantId), insertPostureChange, [a.alder.tenantId])).rejects.toEqual(
    denied,
  );
  await expect(run(a.db, assessor(tenantId), `UPDATE ${table} SET posture = 'roastable'`)).rejects.toEqual(
    denied,
  );
  expect(await run(a.db, assessor(tenantId), `UPDATE ${table} SET hour = now()`)).toBe(1);
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
});

test('nobody else has access', () =>
  expectClosed(a.db, table, ['scout_member', 'scout_admin', 'scout_ingest', 'scout_auth', 'scout_visitor']));
