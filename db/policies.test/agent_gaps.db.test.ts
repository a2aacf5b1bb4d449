import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Arrangement,
  admin,
  arrange,
  denied,
  expectClosed,
  expectOwnRowsOnly,
  type Organization,
  operator,
  run,
  tenantsSeen,
} from './support.ts';

const insert = `INSERT INTO scout.agent_gaps
  (tenant_id, agent_id, gap_id, source, reason, missing, happened_at, received_at)
  VALUES ($1, $2, $3, 'Security', 'record_gap', 4, now(), now())`;

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const one of [a.northwind, a.alder]) await run(a.db, one.ingest, insert, rowOf(one));
});
afterAll(() => a.db.drop());

const rowOf = ({ tenantId, agentId }: Organization) => [tenantId, agentId, randomUUID()];

test('a member sees only the gaps of their own organization', () => expectOwnRowsOnly(a, 'scout.agent_gaps'));

test('so does an admin', async () => {
  expect(await tenantsSeen(a.db, admin(a.northwind.tenantId), 'scout.agent_gaps')).toEqual([
    a.northwind.tenantId,
  ]);
});

test('the operator sees all', async () => {
  expect(await tenantsSeen(a.db, operator, 'scout.agent_gaps')).toHaveLength(2);
});

test('nobody changes or deletes what an agent reported', async () => {
  const { ingest, member, tenantId } = a.northwind;
  for (const actor of [ingest, member, admin(tenantId), operator]) {
    for (const sql of ['UPDATE scout.agent_gaps SET missing = 0', 'DELETE FROM scout.agent_gaps']) {
      await expect(run(a.db, actor, sql), `${actor.role}: ${sql}`).rejects.toEqual(denied);
    }
  }
});

test('only ingest reports, and only for existing agents', async () => {
  const { ingest, member, tenantId } = a.northwind;
  for (const actor of [member, admin(tenantId), operator])
    await expect(run(a.db, actor, insert, rowOf(a.northwind)), actor.role).rejects.toEqual(denied);
  // Another organization's agent does not belong to this one.
  await expect(run(a.db, ingest, insert, [tenantId, a.alder.agentId, randomUUID()])).rejects.toMatchObject({
    code: '23503',
  });
});

test('sign-in has no access', () => expectClosed(a.db, 'scout.agent_gaps', ['scout_auth']));
