import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const insert = 'INSERT INTO scout.removed_addresses (tenant_id, email, removed_at) VALUES ($1, $2, now())';
const email = 'eve@northwind.example';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder])
    await run(a.db, admin(tenantId), insert, [tenantId, email]);
});
afterAll(() => a.db.drop());

test('an admin sees only the addresses that their own organization removed', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), 'scout.removed_addresses')).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, 'scout.removed_addresses')).toEqual([]);
});

test('an admin neither readmits nor removes anyone in another organization', async () => {
  const actor = admin(a.northwind.tenantId);
  const sql = 'DELETE FROM scout.removed_addresses WHERE tenant_id = $1';
  expect(await run(a.db, actor, sql, [a.alder.tenantId])).toBe(0);
  await expect(run(a.db, actor, insert, [a.alder.tenantId, 'bo@alder.example'])).rejects.toEqual(denied);
});

test('the operator, who admits an address, deletes the removal and creates none', async () => {
  await expect(run(a.db, operator, insert, [a.alder.tenantId, 'bo@alder.example'])).rejects.toEqual(denied);
  const sql = 'DELETE FROM scout.removed_addresses WHERE tenant_id = $1 AND email = $2';
  expect(await run(a.db, operator, sql, [a.alder.tenantId, email])).toBe(1);
});

test('members, agents and sign-in have no access', () =>
  expectClosed(a.db, 'scout.removed_addresses', ['scout_member', 'scout_ingest', 'scout_auth']));
