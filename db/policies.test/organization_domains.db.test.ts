import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  auth,
  denied,
  expectClosed,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const insert = 'INSERT INTO scout.organization_domains (tenant_id, domain, state) VALUES ($1, $2, $3)';
const verify = `SELECT scout.verify_domain($1, 'dns', now())`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId } of [a.northwind, a.alder]) {
    await run(a.db, admin(tenantId), insert, [tenantId, 'shared.example', 'claimed']);
  }
});
afterAll(() => a.db.drop());

test('an admin sees and removes only the domains of their own organization', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), 'scout.organization_domains')).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, 'scout.organization_domains')).toEqual([]);
  expect(
    await run(a.db, admin(tenantId), 'DELETE FROM scout.organization_domains WHERE tenant_id = $1', [
      a.alder.tenantId,
    ]),
  ).toBe(0);
});

test('an admin adds no domain to another organization, and none that is verified already', async () => {
  const actor = admin(a.northwind.tenantId);
  await expect(run(a.db, actor, insert, [a.alder.tenantId, 'eve.example', 'claimed'])).rejects.toEqual(
    denied,
  );
  await expect(
    run(a.db, actor, insert, [a.northwind.tenantId, 'eve.example', 'verified']),
  ).rejects.toMatchObject({ code: '23514' });
});

test('nobody writes status, method or the value of the record', async () => {
  for (const column of ['tenant_id', 'domain', 'state', 'method', 'txt_value', 'verified_at', 'created_at']) {
    const sql = `UPDATE scout.organization_domains SET ${column} = ${column}`;
    for (const actor of [admin(a.northwind.tenantId), operator]) {
      await expect(run(a.db, actor, sql), column).rejects.toEqual(denied);
    }
  }
});

test('nobody is admitted automatically at a domain that is not verified', async () => {
  const sql = `UPDATE scout.organization_domains SET admission = 'active'`;
  await expect(run(a.db, admin(a.northwind.tenantId), sql)).rejects.toMatchObject({ code: '23514' });
});

test('only admins verify, and only in their own organization', async () => {
  for (const actor of [auth, operator, a.northwind.member]) {
    await expect(run(a.db, actor, verify, ['shared.example'])).rejects.toEqual(denied);
  }
  await run(a.db, admin(a.northwind.tenantId), verify, ['unlisted.example']);
  const states = await a.db.asOwner(async (owner) => {
    const { rows } = await owner.query('SELECT DISTINCT state FROM scout.organization_domains');
    return rows;
  });
  expect(states).toEqual([{ state: 'claimed' }]);
});

test('the operator claims a domain and verifies none', async () => {
  await run(a.db, operator, insert, [a.northwind.tenantId, 'operator.example', 'claimed']);
  await expect(run(a.db, operator, insert, [a.northwind.tenantId, 'more.example', 'added'])).rejects.toEqual(
    denied,
  );
  await expect(run(a.db, operator, 'SELECT count(*) FROM scout.organization_domains')).rejects.toEqual(
    denied,
  );
});

test('members, agents and sign-in have no access', () =>
  expectClosed(a.db, 'scout.organization_domains', ['scout_member', 'scout_ingest', 'scout_auth']));
