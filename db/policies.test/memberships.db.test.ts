import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('a member sees only the members of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.memberships'));

test('a member makes nobody an admin, adds nobody and removes nobody', async () => {
  const { member } = a.northwind;
  for (const sql of [
    `UPDATE scout.memberships SET role = 'admin'`,
    `INSERT INTO scout.memberships (tenant_id, email, role, status)
       VALUES ('${a.northwind.tenantId}', 'eve@northwind.example', 'admin', 'active')`,
    'DELETE FROM scout.memberships',
  ]) {
    await expect(run(a.db, member, sql), sql).rejects.toEqual(denied);
  }
});

test('the operator adds members and changes their role, but moves nobody to another organization', async () => {
  expect(await tenantsSeen(a.db, operator, 'scout.memberships')).toHaveLength(2);
  expect(await run(a.db, operator, `UPDATE scout.memberships SET role = 'member'`)).toBe(2);
  await expect(
    run(a.db, operator, 'UPDATE scout.memberships SET tenant_id = $1', [a.alder.tenantId]),
  ).rejects.toEqual(denied);
});

test('sign-in reads a person’s memberships only through the look-up', async () => {
  const { userId, tenantId, email } = a.northwind;
  const rows = await a.db.withRole({ role: 'scout_auth' }, async (_tx, client) => {
    return (await client.query('SELECT * FROM scout.memberships_of_user($1)', [userId])).rows;
  });
  expect(rows).toEqual([{ tenant_id: tenantId, email, role: 'member', status: 'active' }]);
  await expectClosed(a.db, 'scout.memberships', ['scout_ingest', 'scout_auth']);
});

test('no other role may use the look-up', async () => {
  for (const actor of [a.northwind.member, a.northwind.ingest, operator]) {
    await expect(run(a.db, actor, `SELECT scout.memberships_of_user('x')`)).rejects.toEqual(denied);
  }
});
