import type { Actor } from '@scout/server/platform/database/pool';
import { seedMember } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, admin, arrange, auth, denied, expectClosed, run, tenantsSeen } from './support.ts';

const TABLE = 'scout.api_tokens';
const ADD = `INSERT INTO ${TABLE} (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at)
  VALUES ($1, $2, $3, 'nightly report', '{cases:read}', sha256(gen_random_uuid()::text::bytea), now(), 'ada', now() + interval '1 day')`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const { member, tenantId, email, userId } of [a.northwind, a.alder]) {
    await run(a.db, member, ADD, [tenantId, email, userId]);
    await run(a.db, admin(tenantId), ADD, [tenantId, null, null]);
  }
});
afterAll(() => a.db.drop());

test('a member sees, creates and revokes only their own tokens, and reads no hash', async () => {
  const { member, tenantId, userId } = a.northwind;
  const colleague = await seedMember(a.db, tenantId, { email: 'carla@northwind.example' });
  const carla: Actor = { role: 'scout_member', tenantId, userId: colleague.userId };
  expect(await tenantsSeen(a.db, member, TABLE)).toEqual([tenantId]);
  expect(await tenantsSeen(a.db, carla, TABLE)).toEqual([]);
  expect(await run(a.db, carla, `DELETE FROM ${TABLE}`)).toBe(0);
  const others = [
    [tenantId, colleague.email, colleague.userId],
    [a.alder.tenantId, a.alder.email, userId],
    [tenantId, null, null],
  ];
  for (const row of others) await expect(run(a.db, member, ADD, row), row.join()).rejects.toEqual(denied);
  await expect(run(a.db, member, `SELECT token_hash FROM ${TABLE}`)).rejects.toEqual(denied);
  for (const column of ['user_id', 'scopes', 'token_hash', 'expires_at', 'last_used_at']) {
    const change = `UPDATE ${TABLE} SET ${column} = ${column}`;
    await expect(run(a.db, member, change), column).rejects.toEqual(denied);
    await expect(run(a.db, admin(tenantId), change), column).rejects.toEqual(denied);
  }
});

test('an admin sees and revokes those of the organization, and creates none in the name of a person', async () => {
  const { tenantId, email, userId } = a.northwind;
  const own = admin(tenantId);
  expect(await tenantsSeen(a.db, own, TABLE)).toEqual([tenantId, tenantId]);
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, TABLE)).toEqual([]);
  await expect(run(a.db, own, ADD, [tenantId, email, userId])).rejects.toEqual(denied);
  await expect(run(a.db, own, ADD, [a.alder.tenantId, null, null])).rejects.toEqual(denied);
  await expect(run(a.db, own, `SELECT token_hash FROM ${TABLE}`)).rejects.toEqual(denied);
  expect(await run(a.db, own, `DELETE FROM ${TABLE} WHERE tenant_id = $1`, [a.alder.tenantId])).toBe(0);
  await run(a.db, own, ADD, [tenantId, null, null]);
  expect(await run(a.db, own, `DELETE FROM ${TABLE}`)).toBe(3);
});

test('tokens are deleted with the membership', async () => {
  const { tenantId } = a.alder;
  const { userId, email } = await seedMember(a.db, tenantId, { email: 'leaver@alder.example' });
  const leaver: Actor = { role: 'scout_member', tenantId, userId };
  await run(a.db, leaver, ADD, [tenantId, email, userId]);
  await run(a.db, admin(tenantId), 'DELETE FROM scout.memberships WHERE email = $1', [email]);
  expect(await tenantsSeen(a.db, leaver, TABLE)).toEqual([]);
});

test('sign-in finds a token by its hash alone', async () => {
  const use = 'SELECT * FROM scout.use_api_token(sha256($1::bytea), now())';
  expect(await run(a.db, auth, use, ['unknown'])).toBe(0);
  for (const actor of [a.alder.member, admin(a.alder.tenantId)])
    await expect(run(a.db, actor, use, ['unknown'])).rejects.toEqual(denied);
});

test('no other role has access', () =>
  expectClosed(a.db, TABLE, [
    'scout_alerts',
    'scout_ingest',
    'scout_assessor',
    'scout_auth',
    'scout_operator',
    'scout_jobs',
    'scout_judge',
    'scout_visitor',
  ]));
