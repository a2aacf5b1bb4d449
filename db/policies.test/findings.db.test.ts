import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertFinding, makeCase } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.findings';
let a: Arrangement;
let foreignCase: string;
beforeAll(async () => {
  a = await arrange();
  for (const organization of [a.northwind, a.alder]) {
    const { tenantId } = organization;
    foreignCase = await makeCase(a, organization);
    await run(a.db, assessor(tenantId), insertFinding(foreignCase), [tenantId]);
  }
});
afterAll(() => a.db.drop());

test('members see the findings of their own organization, and change none', async () => {
  await expectOwnRowsOnly(a, table);
  for (const actor of [a.northwind.member, admin(a.northwind.tenantId)]) {
    for (const sql of [`UPDATE ${table} SET score = 0`, `DELETE FROM ${table}`])
      await expect(run(a.db, actor, sql), sql).rejects.toEqual(denied);
  }
});

test('the assessor adds findings to cases of its own organization only', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, assessor(tenantId), insertFinding(foreignCase), [a.alder.tenantId])).rejects.toEqual(
    denied,
  );
  await expect(run(a.db, assessor(tenantId), insertFinding(foreignCase), [tenantId])).rejects.toMatchObject({
    code: '23503',
  });
  expect(await run(a.db, assessor(tenantId), `DELETE FROM ${table}`)).toBe(1);
});

test('the alerts role reads the kinds of findings in cases of its own organization, and nothing else', async () => {
  const alerts = { role: 'scout_alerts', tenantId: a.alder.tenantId } as const;
  expect(await run(a.db, alerts, `SELECT tenant_id, case_id, kind FROM ${table}`)).toBe(1);
  expect(await run(a.db, { role: 'scout_alerts' }, `SELECT kind FROM ${table}`)).toBe(0);
  for (const sql of [
    `SELECT sentence FROM ${table}`,
    `UPDATE ${table} SET kind = kind`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, alerts, sql), sql).rejects.toEqual(denied);
});

test('ingest, sign-in, visitors and the operator have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_operator', 'scout_visitor']));
