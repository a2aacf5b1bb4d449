import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, makeCase } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.case_changes';
const insertChange = (caseId: string) => `
  INSERT INTO ${table} (tenant_id, change_id, case_id, kind, author)
  VALUES ($1, '${randomUUID()}', '${caseId}', 'acknowledged', 'ada@northwind.example')`;
let a: Arrangement;
const cases = new Map<string, string>();
beforeAll(async () => {
  a = await arrange();
  for (const organization of [a.northwind, a.alder]) {
    const { tenantId, member } = organization;
    const caseId = await makeCase(a, organization);
    cases.set(tenantId, caseId);
    await run(a.db, member, insertChange(caseId), [tenantId]);
  }
});
afterAll(() => a.db.drop());

test('members read and add changes in their own organization, and alter none', async () => {
  await expectOwnRowsOnly(a, table);
  const { member, tenantId } = a.northwind;
  const foreign = insertChange(cases.get(a.alder.tenantId)!);
  await expect(run(a.db, member, foreign, [a.alder.tenantId])).rejects.toEqual(denied);
  await expect(run(a.db, member, foreign, [tenantId])).rejects.toMatchObject({ code: '23503' });
  for (const actor of [member, admin(tenantId)]) {
    for (const sql of [`UPDATE ${table} SET author = 'eve'`, `DELETE FROM ${table}`])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
  }
});

test('the assessor writes none', async () => {
  const { tenantId } = a.northwind;
  const sql = insertChange(cases.get(tenantId)!);
  await expect(run(a.db, assessor(tenantId), sql, [tenantId])).rejects.toEqual(denied);
  await expect(run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('ingest, sign-in, visitors and the operator have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_operator', 'scout_visitor']));
