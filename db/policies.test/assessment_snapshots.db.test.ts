import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAsAssessor, insertSnapshot } from './caseRows.ts';
import { type Arrangement, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const table = 'scout.assessment_snapshots';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertSnapshot);
});
afterAll(() => a.db.drop());

test('the assessor reads and writes only the snapshots of its own organization', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, assessor(tenantId), table)).toEqual([tenantId]);
  await expect(run(a.db, assessor(tenantId), insertSnapshot, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
  expect(await tenantsSeen(a.db, assessor(a.alder.tenantId), table)).toEqual([a.alder.tenantId]);
});

test('no other role has access', () =>
  expectClosed(a.db, table, [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_auth',
    'scout_operator',
    'scout_visitor',
  ]));
