import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAssessment } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, run, tenantsSeen } from './support.ts';

const table = 'scout.assessment_requests';
const ask = `INSERT INTO ${table} (tenant_id, version) VALUES ($1, 1)`;
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('admins request an assessment of their own organization, and the assessor reads the request', async () => {
  const { northwind, alder } = a;
  for (const { tenantId } of [northwind, alder]) await run(a.db, admin(tenantId), ask, [tenantId]);
  await expect(run(a.db, admin(northwind.tenantId), ask, [alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, admin(northwind.tenantId), `UPDATE ${table} SET version = version + 1`)).toBe(1);
  await expect(run(a.db, admin(northwind.tenantId), `DELETE FROM ${table}`)).rejects.toEqual(denied);
  const own = assessor(northwind.tenantId);
  expect(await tenantsSeen(a.db, own, table)).toEqual([northwind.tenantId]);
  await expect(run(a.db, own, `UPDATE ${table} SET version = 9`)).rejects.toEqual(denied);
});

test('a request is due until it is assessed', async () => {
  const { tenantId } = a.northwind;
  const due = async () => {
    const found = await a.db.withRole({ role: 'scout_assessor' }, async (_tx, client) =>
      client.query('SELECT tenant_id FROM scout.tenants_to_assess(now()) AS due (tenant_id)'),
    );
    return found.rows.map((row) => row.tenant_id);
  };
  expect(await due()).toContain(tenantId);
  const own = assessor(tenantId);
  await run(a.db, own, insertAssessment, [tenantId]);
  expect(await due()).toContain(tenantId);
  await run(a.db, own, `UPDATE scout.assessments SET requested = (SELECT version FROM ${table})`);
  expect(await due()).not.toContain(tenantId);
});

test('a sync requests one as the operator, and deletes none', async () => {
  const operator = { role: 'scout_operator' } as const;
  expect(await run(a.db, operator, `UPDATE ${table} SET version = version + 1`)).toBe(2);
  await expect(run(a.db, operator, `DELETE FROM ${table}`)).rejects.toEqual(denied);
});

test('members, ingest, sign-in and visitors have no access', () =>
  expectClosed(a.db, table, ['scout_member', 'scout_ingest', 'scout_auth', 'scout_visitor']));
