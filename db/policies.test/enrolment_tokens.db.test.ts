import { randomBytes, randomUUID } from 'node:crypto';
import { hashSecret } from '@scout/server/platform/crypto/secretText';
import { seedEnrolmentToken } from '@scout/testkit/seed';
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

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

interface Redeemed {
  outcome: string;
  tenant_id: string | null;
  agent_id: string | null;
  next_batch: string | null;
  is_first: boolean | null;
}

async function redeem(
  token: string,
  machineId: string = randomUUID(),
  host = 'WS-1042',
  proof: string | null = null,
): Promise<Redeemed> {
  return await a.db.withRole(auth, async (_tx, client) => {
    const { rows } = await client.query<Redeemed>(
      `SELECT * FROM scout.redeem_enrolment($1, $2, $3, 'windows', '0.1.0', $4, $5, $6)`,
      [hashSecret(token), machineId, host, randomBytes(32), new Date(), proof && hashSecret(proof)],
    );
    return rows[0]!;
  });
}

test('the operator sees all tokens, and nobody their hashes', async () => {
  expect((await tenantsSeen(a.db, operator, 'scout.enrolment_tokens')).length).toBeGreaterThanOrEqual(2);
  await expect(run(a.db, operator, 'SELECT token_hash FROM scout.enrolment_tokens')).rejects.toEqual(denied);
  await expectClosed(a.db, 'scout.enrolment_tokens', ['scout_member', 'scout_ingest', 'scout_auth']);
});

test('an admin creates, sees and revokes tokens of their own organization, and rewrites none', async () => {
  const own = admin(a.northwind.tenantId);
  expect(new Set(await tenantsSeen(a.db, own, 'scout.enrolment_tokens'))).toEqual(
    new Set([a.northwind.tenantId]),
  );
  expect(await tenantsSeen(a.db, { role: 'scout_admin' }, 'scout.enrolment_tokens')).toEqual([]);
  const insert = 'INSERT INTO scout.enrolment_tokens (tenant_id, token_hash) VALUES ($1, $2)';
  expect(await run(a.db, own, insert, [a.northwind.tenantId, randomBytes(32)])).toBe(1);
  await expect(run(a.db, own, insert, [a.alder.tenantId, randomBytes(32)])).rejects.toEqual(denied);
  const revoke = 'UPDATE scout.enrolment_tokens SET revoked_at = now() WHERE tenant_id = $1';
  expect(await run(a.db, own, revoke, [a.alder.tenantId])).toBe(0);
  await expect(run(a.db, own, 'SELECT token_hash FROM scout.enrolment_tokens')).rejects.toEqual(denied);
  for (const column of ['uses', 'max_uses', 'expires_at', 'token_hash', 'needs_approval']) {
    const sql = `UPDATE scout.enrolment_tokens SET ${column} = NULL`;
    await expect(run(a.db, own, sql), column).rejects.toEqual(denied);
  }
});

test('the operator revokes a token and rewrites nothing else of it', async () => {
  for (const column of ['tenant_id', 'token_hash', 'uses', 'max_uses', 'expires_at']) {
    await expect(
      run(a.db, operator, `UPDATE scout.enrolment_tokens SET ${column} = NULL`),
      column,
    ).rejects.toEqual(denied);
  }
  await expect(run(a.db, operator, 'DELETE FROM scout.enrolment_tokens')).rejects.toEqual(denied);
});

test('a token creates an agent of its own organization', async () => {
  const token = await seedEnrolmentToken(a.db, a.northwind.tenantId);
  expect(await redeem(token)).toMatchObject({
    outcome: 'ok',
    tenant_id: a.northwind.tenantId,
    next_batch: '1',
  });
});

test('the same machine is the same agent and keeps its numbers, by its proof or a release only', async () => {
  const token = await seedEnrolmentToken(a.db, a.northwind.tenantId);
  const machineId = randomUUID();
  const first = await redeem(token, machineId, 'WS-1042', 'a secret of its own');
  await a.db.withRole(a.northwind.ingest, (tx) =>
    tx
      .insertInto('batches')
      .values({
        tenant_id: a.northwind.tenantId,
        agent_id: first.agent_id!,
        batch_no: 41,
        batch_id: randomUUID(),
        body_sha256: randomBytes(32),
        received_at: new Date(),
        accepted: 0,
        rejected: 0,
      })
      .execute(),
  );
  const refused = { outcome: 'machine_known', agent_id: first.agent_id, next_batch: null };
  expect(await redeem(token, machineId, 'FIN-LAPTOP3')).toMatchObject({ ...refused, is_first: true });
  expect(await redeem(token, machineId, 'FIN-LAPTOP3', 'another')).toMatchObject({
    ...refused,
    is_first: false,
  });
  const second = await redeem(token, machineId, 'WS-1042', 'a secret of its own');
  expect(second).toMatchObject({ outcome: 'ok', agent_id: first.agent_id, next_batch: '42' });
  const change = (set: string) =>
    run(a.db, admin(a.northwind.tenantId), `UPDATE scout.agents SET ${set} WHERE agent_id = $1`, [
      first.agent_id,
      new Date(),
    ]);
  await change('revoked_at = $2');
  expect(await redeem(token, machineId, 'WS-1042', 'a secret of its own')).toMatchObject({
    outcome: 'machine_revoked',
  });
  await change(`released_until = $2::timestamptz + interval '1 hour'`);
  const third = await redeem(token, machineId, 'FIN-LAPTOP3');
  expect(third).toMatchObject({ outcome: 'ok', agent_id: first.agent_id, next_batch: '42' });
  const agent = await a.db.withRole(operator, (tx) =>
    tx
      .selectFrom('agents')
      .select(['host', 'revoked_at'])
      .where('agent_id', '=', first.agent_id!)
      .executeTakeFirstOrThrow(),
  );
  expect(agent).toEqual({ host: 'FIN-LAPTOP3', revoked_at: null });
});

test('the same machine id in two organizations is two agents', async () => {
  const machineId = randomUUID();
  const here = await redeem(await seedEnrolmentToken(a.db, a.northwind.tenantId), machineId);
  const there = await redeem(await seedEnrolmentToken(a.db, a.alder.tenantId), machineId);
  expect(here.agent_id).not.toBe(there.agent_id);
});

test('each reason for a refusal has its code, and a refusal creates no agent', async () => {
  const { tenantId } = a.northwind;
  const count = () => tenantsSeen(a.db, operator, 'scout.agents').then((rows) => rows.length);
  const expired = await seedEnrolmentToken(a.db, tenantId, { expiresAt: new Date(Date.now() - 1000) });
  const revoked = await seedEnrolmentToken(a.db, tenantId);
  await run(
    a.db,
    operator,
    'UPDATE scout.enrolment_tokens SET revoked_at = now() WHERE created_at = (SELECT max(created_at) FROM scout.enrolment_tokens)',
  );
  const once = await seedEnrolmentToken(a.db, tenantId, { maxUses: 1 });
  await redeem(once);
  const before = await count();
  expect((await redeem('scout_enrol_unknown')).outcome).toBe('unknown_token');
  expect((await redeem(expired)).outcome).toBe('token_expired');
  expect((await redeem(revoked)).outcome).toBe('token_revoked');
  expect((await redeem(once)).outcome).toBe('token_used_up');
  expect(await count()).toBe(before);
});

test('two tokens that bring the same machine at once create one agent', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 6 }, () => seedEnrolmentToken(a.db, a.northwind.tenantId)),
  );
  const machineId = randomUUID();
  const outcomes = (await Promise.all(tokens.map((token) => redeem(token, machineId)))).map(
    ({ outcome }) => outcome,
  );
  expect(outcomes.toSorted()).toEqual([...Array(5).fill('machine_known'), 'ok']);
});

test('a token for three machines admits three of ten that come at once', async () => {
  const token = await seedEnrolmentToken(a.db, a.northwind.tenantId, { maxUses: 3 });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => redeem(token)));
  expect(outcomes.filter(({ outcome }) => outcome === 'ok')).toHaveLength(3);
  expect(outcomes.filter(({ outcome }) => outcome === 'token_used_up')).toHaveLength(7);
});

test('only sign-in may redeem', async () => {
  const sql = `SELECT scout.redeem_enrolment('\\x00', 'm', 'h', 'windows', '1', '\\x00', now())`;
  for (const actor of [a.northwind.member, a.northwind.ingest, operator]) {
    await expect(run(a.db, actor, sql)).rejects.toEqual(denied);
  }
});
