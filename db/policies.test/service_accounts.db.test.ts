import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertAccount, insertAsAssessor } from './caseRows.ts';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  run,
  tenantsSeen,
} from './support.ts';

const table = 'scout.service_accounts';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  await insertAsAssessor(a, insertAccount());
});
afterAll(() => a.db.drop());

test('members see the accounts of their own organization, and change none of them', async () => {
  await expectOwnRowsOnly(a, table);
  const { member } = a.northwind;
  for (const sql of [
    `UPDATE ${table} SET owner = 'Ada'`,
    `UPDATE ${table} SET contract = '{}'`,
    `UPDATE ${table} SET contract_draft = '{}'`,
    `UPDATE ${table} SET contract_approved_at = now()`,
    `UPDATE ${table} SET known_by = 'list'`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, member, sql), sql).rejects.toEqual(denied);
});

test('admins enter accounts, name owners, draft and approve contracts and delete, in their own organization', async () => {
  const { tenantId } = a.northwind;
  await expect(run(a.db, admin(tenantId), insertAccount('svc.other'), [a.alder.tenantId])).rejects.toEqual(
    denied,
  );
  expect(await run(a.db, admin(tenantId), insertAccount('svc.other'), [tenantId])).toBe(1);
  for (const set of [
    "owner = 'Ada', purpose = 'Invoices'",
    "contract_draft = '{}', contract_drafted_by = 'Ada', contract_drafted_at = now()",
    "contract = '{}', contract_approved_by = 'Ada', contract_approved_at = now(), contract_revision = 2",
  ])
    expect(await run(a.db, admin(tenantId), `UPDATE ${table} SET ${set}`), set).toBe(2);
  await expect(
    run(a.db, admin(tenantId), `UPDATE ${table} SET contract_approved_at = NULL`),
    'in force without an approval',
  ).rejects.toMatchObject({ code: '23514' });
  expect(await run(a.db, admin(tenantId), `DELETE FROM ${table} WHERE account_key = 'svc.other'`)).toBe(1);
});

test('the assessor writes what it observes in its own organization, and not what people wrote', async () => {
  const { tenantId } = a.northwind;
  const own = assessor(tenantId);
  await expect(run(a.db, own, insertAccount('svc.other'), [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, own, `UPDATE ${table} SET last_seen = now()`)).toBe(1);
  for (const column of ['owner', 'purpose', 'contract', 'contract_draft', 'contract_approved_by'])
    await expect(run(a.db, own, `UPDATE ${table} SET ${column} = ${column}`), column).rejects.toEqual(denied);
});

test('ingest reads the names that agents select events by, of its own organization, and nothing else', async () => {
  const { ingest, tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, ingest, table)).toEqual([tenantId]);
  expect(await run(a.db, ingest, `SELECT account_key, known_by FROM ${table}`)).toBe(1);
  for (const sql of [
    `SELECT owner FROM ${table}`,
    `SELECT contract FROM ${table}`,
    `UPDATE ${table} SET known_by = 'list'`,
    `DELETE FROM ${table}`,
  ])
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
});

test('sign-in, visitors and the operator have no access', () =>
  expectClosed(a.db, table, ['scout_auth', 'scout_operator', 'scout_visitor']));
