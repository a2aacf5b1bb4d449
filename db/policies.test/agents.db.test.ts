import { createHash } from 'node:crypto';
import { hashSecret } from '@scout/server/platform/crypto/secretText';
import { seedAgent } from '@scout/testkit/seed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  auth,
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

test('a member sees only the agents of their own organization', () => expectOwnRowsOnly(a, 'scout.agents'));

test('nobody reads a credential, not even its hash', async () => {
  for (const actor of [a.northwind.member, a.northwind.ingest, operator]) {
    await expect(run(a.db, actor, 'SELECT credential_hash FROM scout.agents')).rejects.toEqual(denied);
    await expect(run(a.db, actor, 'SELECT * FROM scout.agents')).rejects.toEqual(denied);
  }
});

test('nobody reads a machine id or a machine’s proof', async () => {
  const own = admin(a.northwind.tenantId);
  for (const actor of [a.northwind.member, own, a.northwind.ingest, operator])
    for (const column of ['machine_id', 'enrolment_key_hash', 'release_accepts_credential'])
      await expect(
        run(a.db, actor, `SELECT ${column} FROM scout.agents`),
        `${actor.role} ${column}`,
      ).rejects.toEqual(denied);
});

test('a member changes no agent', async () => {
  for (const sql of ['UPDATE scout.agents SET revoked_at = now()', 'DELETE FROM scout.agents']) {
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
  }
});

test('ingest updates the counters of an agent and cannot revoke it, rename its machine or give it a credential', async () => {
  const { ingest, tenantId, agentId } = a.northwind;
  const count = 'UPDATE scout.agents SET events_accepted = events_accepted + 1, last_seen_at = now()';
  expect(
    await run(a.db, ingest, `${count} WHERE tenant_id = $1 AND agent_id = $2`, [tenantId, agentId]),
  ).toBe(1);
  for (const change of [
    'revoked_at = NULL',
    'awaiting_approval = false',
    'released_until = now()',
    `machine_id = 'x'`,
    `credential_hash = '\\x00'`,
    'tenant_id = NULL',
  ]) {
    await expect(run(a.db, ingest, `UPDATE scout.agents SET ${change}`), change).rejects.toEqual(denied);
  }
});

test('the operator sees all agents and can only revoke them', async () => {
  expect(await tenantsSeen(a.db, operator, 'scout.agents')).toHaveLength(2);
  await expect(run(a.db, operator, `UPDATE scout.agents SET host = 'x'`)).rejects.toEqual(denied);
  await expect(run(a.db, operator, 'DELETE FROM scout.agents')).rejects.toEqual(denied);
});

test('the look-up finds an agent by its credential, and shows when it was revoked', async () => {
  const { agentId, credential } = await seedAgent(a.db, a.northwind.tenantId, 'FIN-LAPTOP3');
  const lookUp = () =>
    a.db.withRole(auth, async (_tx, client) => {
      const sql = 'SELECT * FROM scout.agent_by_credential($1)';
      return (await client.query(sql, [hashSecret(credential)])).rows;
    });
  const found = { tenant_id: a.northwind.tenantId, agent_id: agentId, is_next: false, awaiting: false };
  expect(await lookUp()).toEqual([{ ...found, revoked: false, subscribed: true }]);
  const subscribe = (is: boolean) =>
    a.db.asOwner((owner) =>
      owner.query('UPDATE scout.tenants SET is_subscribed = $2 WHERE tenant_id = $1', [
        a.northwind.tenantId,
        is,
      ]),
    );
  await subscribe(false);
  await run(a.db, operator, 'UPDATE scout.agents SET revoked_at = now() WHERE agent_id = $1', [agentId]);
  expect(await lookUp()).toEqual([{ ...found, revoked: true, subscribed: false }]);
  await subscribe(true);
  await expectClosed(a.db, 'scout.agents', ['scout_auth']);
});

test('a proof from the database is bound to the agent, the challenge, and the credentials it may hold', async () => {
  const { tenantId } = a.northwind;
  const { agentId, credential } = await seedAgent(a.db, tenantId, 'WS-1042');
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const challenge = sha256(Buffer.from('a challenge'));
  const prove = (agent: string, with_: Buffer) =>
    a.db.withRole(auth, async (_tx, client) => {
      const sql = 'SELECT proof FROM scout.prove_identity($1, $2) AS proof';
      return (await client.query<{ proof: Buffer }>(sql, [agent, with_])).rows.map(({ proof }) => proof);
    });
  const proof = sha256(hashSecret(credential), challenge);
  expect(await prove(agentId, challenge)).toEqual([proof]);
  expect(await prove(a.alder.agentId, challenge)).not.toEqual([proof]);
  expect(await prove('00000000-0000-0000-0000-000000000000', challenge)).toEqual([]);
  // Any other length would permit extending one proof to another.
  expect(await prove(agentId, Buffer.concat([challenge, challenge]))).toEqual([]);
  const next = hashSecret('one to come');
  await a.db.withRole(auth, async (_tx, client) => {
    await client.query('SELECT scout.rotate_credential($1, $2, $3)', [tenantId, agentId, next]);
  });
  expect(await prove(agentId, challenge)).toEqual([proof, sha256(next, challenge)]);
});

test('only sign-in may use the look-up', async () => {
  const none = '00000000-0000-0000-0000-000000000000';
  for (const call of [
    `scout.agent_by_credential('\\x00')`,
    `scout.prove_identity('${none}', '\\x00')`,
    `scout.rotate_credential('${none}', '${none}', '\\x00')`,
    `scout.adopt_credential('${none}', '${none}', '\\x00', now())`,
  ]) {
    for (const actor of [a.northwind.member, a.northwind.ingest, admin(a.northwind.tenantId), operator]) {
      await expect(run(a.db, actor, `SELECT ${call}`), `${actor.role}: ${call}`).rejects.toEqual(denied);
    }
  }
});

test('an admin revokes the agents of their own organization, and changes nothing else of them', async () => {
  const own = admin(a.northwind.tenantId);
  expect(new Set(await tenantsSeen(a.db, own, 'scout.agents'))).toEqual(new Set([a.northwind.tenantId]));
  const { agentId } = await seedAgent(a.db, a.northwind.tenantId, 'PRD-SQL01');
  const revoke = 'UPDATE scout.agents SET revoked_at = now() WHERE agent_id = $1';
  expect(await run(a.db, own, revoke, [agentId])).toBe(1);
  expect(await run(a.db, own, revoke, [a.alder.agentId])).toBe(0);
  for (const change of [`host = 'x'`, `credential_hash = '\\x00'`, 'gaps = 0', 'tenant_id = NULL']) {
    await expect(run(a.db, own, `UPDATE scout.agents SET ${change}`), change).rejects.toEqual(denied);
  }
  await expect(run(a.db, own, 'SELECT credential_hash FROM scout.agents')).rejects.toEqual(denied);
  await expect(run(a.db, own, 'SELECT next_credential_hash FROM scout.agents')).rejects.toEqual(denied);
  await expect(run(a.db, own, 'DELETE FROM scout.agents')).rejects.toEqual(denied);
});

test('a second credential is prepared and becomes the only one when it is adopted', async () => {
  const { tenantId } = a.northwind;
  const { agentId, credential } = await seedAgent(a.db, tenantId, 'PROD-LEDGER-02');
  const next = hashSecret('the next one');
  const ask = (sql: string, values: unknown[]) =>
    a.db.withRole(auth, async (_tx, client) => (await client.query(sql, values)).rows);
  const lookUp = (hash: Buffer) => ask('SELECT is_next FROM scout.agent_by_credential($1)', [hash]);
  await ask('SELECT scout.rotate_credential($1, $2, $3)', [tenantId, agentId, next]);
  expect(await lookUp(hashSecret(credential))).toEqual([{ is_next: false }]);
  expect(await lookUp(next)).toEqual([{ is_next: true }]);
  await ask('SELECT scout.adopt_credential($1, $2, $3, now())', [tenantId, agentId, hashSecret('another')]);
  expect(await lookUp(hashSecret(credential))).toHaveLength(1);
  await ask('SELECT scout.adopt_credential($1, $2, $3, now())', [tenantId, agentId, next]);
  expect(await lookUp(hashSecret(credential))).toEqual([]);
  expect(await lookUp(next)).toEqual([{ is_next: false }]);
});
