import { randomBytes, randomUUID } from 'node:crypto';
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

const insert = `INSERT INTO scout.invitations (tenant_id, invitation_id, email, token_hash, inviter_email, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, now(), now() + interval '7 days')`;
const invited = 'new@northwind.example';
const hash = randomBytes(32);

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { tenantId, email } of [a.northwind, a.alder]) {
    const tokenHash = tenantId === a.northwind.tenantId ? hash : randomBytes(32);
    await run(a.db, admin(tenantId), insert, [tenantId, randomUUID(), invited, tokenHash, email]);
  }
});
afterAll(() => a.db.drop());

async function lookUp(sql: string, values: unknown[]) {
  return a.db.withRole(auth, async (_tx, client) => (await client.query(sql, values)).rows);
}

test('an admin sees only the invitations of their own organization', async () => {
  const { tenantId } = a.northwind;
  expect(await tenantsSeen(a.db, admin(tenantId), 'scout.invitations')).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, 'scout.invitations')).toEqual([]);
});

test('nobody reads the hash of a token', async () => {
  for (const actor of [admin(a.northwind.tenantId), a.northwind.member, auth, operator]) {
    await expect(run(a.db, actor, 'SELECT token_hash FROM scout.invitations')).rejects.toEqual(denied);
  }
});

test('an admin invites to no other organization, and withdraws no invitation there', async () => {
  const actor = admin(a.northwind.tenantId);
  await expect(
    run(a.db, actor, insert, [
      a.alder.tenantId,
      randomUUID(),
      'eve@northwind.example',
      randomBytes(32),
      a.alder.email,
    ]),
  ).rejects.toEqual(denied);
  const sql = 'UPDATE scout.invitations SET revoked_at = now() WHERE tenant_id = $1';
  expect(await run(a.db, actor, sql, [a.alder.tenantId])).toBe(0);
});

test('the address and expiry of an invitation do not change after it was mailed', async () => {
  for (const column of [
    'tenant_id',
    'email',
    'role',
    'token_hash',
    'inviter_email',
    'created_at',
    'expires_at',
  ]) {
    const sql = `UPDATE scout.invitations SET ${column} = NULL`;
    await expect(run(a.db, admin(a.northwind.tenantId), sql), column).rejects.toEqual(denied);
  }
  await expect(run(a.db, admin(a.northwind.tenantId), 'DELETE FROM scout.invitations')).rejects.toEqual(
    denied,
  );
});

test('an address has one open invitation, and an invitation has one answer', async () => {
  const { tenantId, email } = a.northwind;
  await expect(
    run(a.db, admin(tenantId), insert, [tenantId, randomUUID(), invited, randomBytes(32), email]),
  ).rejects.toMatchObject({ code: '23505' });
  await expect(
    run(a.db, admin(tenantId), 'UPDATE scout.invitations SET accepted_at = now(), declined_at = now()'),
  ).rejects.toMatchObject({ code: '23514' });
});

test('sign-in finds an invitation only by its token, or by address and organization', async () => {
  const { tenantId, email } = a.northwind;
  const expected = [{ tenant_id: tenantId, company_name: 'Northwind Bank', email: invited, inviter: email }];
  expect(await lookUp('SELECT * FROM scout.invitation_by_token($1)', [hash])).toMatchObject(expected);
  expect(await lookUp('SELECT * FROM scout.invitation_by_token($1)', [randomBytes(32)])).toEqual([]);
  const byAddress = 'SELECT * FROM scout.invitation_by_address($1, $2, $3)';
  expect(await lookUp(byAddress, [invited, tenantId, null])).toMatchObject(expected);
  expect(await lookUp(byAddress, [invited, null, 'northwind bank'])).toMatchObject(expected);
  expect(await lookUp(byAddress, ['eve@northwind.example', tenantId, 'northwind bank'])).toEqual([]);
  await expectClosed(a.db, 'scout.invitations', ['scout_auth']);
});

test('no other role may use the look-ups', async () => {
  for (const actor of [a.northwind.member, admin(a.northwind.tenantId), a.northwind.ingest, operator]) {
    for (const sql of [
      `SELECT scout.invitation_by_token('\\x00')`,
      `SELECT scout.invitation_by_address('x', NULL, 'x')`,
    ]) {
      await expect(run(a.db, actor, sql), `${actor.role}: ${sql}`).rejects.toEqual(denied);
    }
  }
});

test('members, agents and the operator have no access', () =>
  expectClosed(a.db, 'scout.invitations', ['scout_member', 'scout_ingest', 'scout_operator']));
