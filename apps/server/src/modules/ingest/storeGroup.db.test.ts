import { createHash, randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { STANDARD_NAMING } from '@scout/detection';
import { createOrganization, seedAgent } from '@scout/testkit';
import { expect, test } from 'vitest';
import { createLanes } from '../../platform/database/lanes.ts';
import { createPool, withRole } from '../../platform/database/pool.ts';
import { createEventRows } from './events.ts';
import type { Outcome } from './groups.ts';
import { createIncidentRows } from './incidents.ts';
import { StaleNaming } from './naming.ts';
import { parseBatch } from './parseBatch.ts';
import { rollupArray } from './rollups.ts';
import { createSlices } from './slices.ts';
import { type BatchToStore, storeGroup } from './storeGroup.ts';
import { useOrganizationEach } from './testing/organizationEach.ts';
import { counts, line, NOTHING } from './testing/ship.ts';

interface Sender {
  readonly tenantId: string;
  readonly agentId: string;
}

const here = useOrganizationEach();
const slices = createSlices();

/** A batch as passed by ingest. */
async function batch(
  agentId: string,
  batchNo: number,
  lines: readonly string[] = [line()],
  changes: Partial<BatchToStore> = {},
  tenantId = here.organization.tenantId,
): Promise<BatchToStore> {
  const identity = { tenantId, agentId, batchId: randomUUID() };
  const body = Buffer.from(lines.join('\n'));
  const parsed = await parseBatch(body, {
    slice: slices.begin(tenantId),
    events: createEventRows(identity, body.length),
    incidents: createIncidentRows(identity),
    naming: STANDARD_NAMING,
    limits: limits.ingest,
    now: Date.now(),
    onFault: (error) => {
      throw error;
    },
  });
  const sha256 = createHash('sha256').update(body).digest();
  return { ...identity, batchNo, sha256, encoding: 'identity', body, parsed, settingsVersion: 0, ...changes };
}

/** Another machine of the organization. */
const anotherAgent = async (): Promise<string> =>
  (await seedAgent(here.server.database, here.organization.tenantId)).agentId;

const store = (batches: readonly BatchToStore[], pool = here.server.context.pool) =>
  storeGroup({ pool, lanes: createLanes(pool, 2), clock: Date }, here.organization.tenantId, batches);

/** Each outcome as one word. */
const words = (outcomes: readonly Outcome<{ accepted: number; duplicates: number }>[]) =>
  outcomes.map((outcome) => {
    if ('answer' in outcome) return outcome.answer.duplicates > 0 ? 'known' : outcome.answer.accepted;
    const { error } = outcome;
    return error instanceof Error && 'code' in error ? error.code : (error as Error).constructor.name;
  });

const rowsOf = async <T>(sql: string) =>
  here.server.database.asOwner(
    async (owner) => (await owner.query(sql, [here.organization.tenantId])).rows as T[],
  );

test('batches of a group are stored in one transaction, each with its own rows, and counted for their agents', async () => {
  const [a, b] = [await anotherAgent(), await anotherAgent()];
  const outcomes = await store([
    await batch(a, 1, [line(), line(), 'no event']),
    await batch(b, 1, [line({ target_user_name: 'svc.other' })]),
    await batch(a, 2, [line(), line()]),
  ]);
  expect(words(outcomes)).toEqual([2, 1, 2]);
  expect(outcomes[0]).toMatchObject({ answer: { rejected: [{ line: 3 }] } });
  expect(await here.stored()).toMatchObject({
    batches: 3,
    bodies: 3,
    events: 5,
    incidents: 10,
    rollups: 10,
    accepted: 5,
    rejected: 1,
  });
  const transactions = await rowsOf<{ n: string }>(
    'SELECT count(DISTINCT xmin::text) AS n FROM scout.batches WHERE tenant_id = $1',
  );
  expect(transactions).toEqual([{ n: '1' }]);
  const agents = await rowsOf<{ agent_id: string; accepted: string; lag: number }>(
    `SELECT agent_id, events_accepted AS accepted, lag_seconds AS lag FROM scout.agents
     WHERE tenant_id = $1 AND events_accepted > 0`,
  );
  expect(Object.fromEntries(agents.map(({ agent_id, accepted }) => [agent_id, accepted]))).toEqual({
    [a]: '4',
    [b]: '1',
  });
  for (const { lag } of agents) expect(lag).toBeGreaterThanOrEqual(60);
});

test('rollups of a group equal those of its batches written one by one', async () => {
  const agent = await anotherAgent();
  const at = (second: number, target_user_name: string) =>
    line({
      timestamp: new Date(Date.parse('2026-11-20T10:00:00Z') + second * 1000).toISOString(),
      target_user_name,
    });
  const bodies = [
    [at(5, 'SVC.Billing'), at(1000, 'svc.other')],
    [at(3, 'svc.billing'), at(5, 'svc.BILLING')],
    [at(3, 'Svc.Billing'), at(2000, 'SVC.OTHER')],
  ];
  const rollups = () =>
    rowsOf(
      `SELECT rule, dimension, bucket, key, value_key, n, label, value_label, first_at FROM scout.rollups
       WHERE tenant_id = $1 ORDER BY 1, 2, 3, 4, 5`,
    );
  await store(await Promise.all(bodies.map((lines, index) => batch(agent, index + 1, lines))));
  const together = await rollups();
  expect(together.length).toBeGreaterThan(4);

  await here.server.database.asOwner((owner) =>
    owner.query('DELETE FROM scout.rollups WHERE tenant_id = $1', [here.organization.tenantId]),
  );
  for (const [index, lines] of bodies.entries()) await store([await batch(agent, index + 10, lines)]);
  expect(await rollups()).toEqual(together);
});

test('a repeated batch within a group is stored once, another body under its number is a conflict', async () => {
  const agent = await anotherAgent();
  const lines = [line(), line()];
  const outcomes = await store([
    await batch(agent, 1, lines),
    await batch(agent, 1, lines),
    await batch(agent, 1, [line({ target_user_name: 'svc.other' })]),
    await batch(agent, 2),
  ]);
  expect(words(outcomes)).toEqual([2, 'known', 'batch_conflict', 1]);
  expect(await here.stored()).toMatchObject({ batches: 2, events: 3 });
  const [conflict] = await rowsOf<{ noted: boolean }>(
    'SELECT conflict_at IS NOT NULL AS noted FROM scout.agents WHERE tenant_id = $1 AND events_accepted > 0',
  );
  expect(conflict).toEqual({ noted: true });
});

test('failing batches do not affect others: revoked, outdated settings, too far ahead, refused by the database', async () => {
  const [good, revoked] = [await anotherAgent(), await anotherAgent()];
  await here.server.database.asOwner((owner) =>
    owner.query('UPDATE scout.agents SET revoked_at = now() WHERE agent_id = $1', [revoked]),
  );
  const broken = await batch(good, 4);
  const [rule, names] = [
    'failed-logons',
    { key: 'svc.x', value_key: '', label: 'svc.x', value_label: '' },
  ] as const;
  const counted = { rule, dimension: 'account', bucket: Date.now(), first_at: Date.now(), ...names } as const;
  const outcomes = await store([
    await batch(good, 1),
    await batch(revoked, 1),
    await batch(good, 2, [line()], { settingsVersion: 7 }),
    await batch(good, limits.ingest.batchNumberMax),
    {
      ...broken,
      parsed: {
        ...broken.parsed,
        rollups: rollupArray([{ ...counted, n: 0 }]),
      },
    },
    await batch(good, 3),
  ]);
  expect(words(outcomes)).toEqual([
    1,
    'credential_revoked',
    'StaleNaming',
    'invalid_batch_number',
    '23514',
    1,
  ]);
  expect(outcomes[2]).toMatchObject({ error: expect.any(StaleNaming) });
  expect(await here.stored()).toMatchObject({ batches: 2, bodies: 2, events: 2, accepted: 2 });
});

test('when the database fails, nothing is stored and each batch reports it', async () => {
  const agent = await anotherAgent();
  const pool = createPool(here.server.database.url, { max: 1, applicationName: 'is cut off' });
  const batches = [await batch(agent, 1), await batch(agent, 2)];
  // Locks the agents' rows, which a group updates last.
  const outcomes = await withRole(
    here.server.context.pool,
    { role: 'scout_ingest', tenantId: here.organization.tenantId },
    async (_tx, client) => {
      await client.query('SELECT 1 FROM scout.agents WHERE tenant_id = $1 FOR UPDATE', [
        here.organization.tenantId,
      ]);
      const stored = store(batches, pool);
      const cut = () =>
        here.server.database.asOwner(async (owner) => {
          const { rows } = await owner.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'is cut off' AND wait_event_type = 'Lock'`,
          );
          return rows.length;
        });
      await expect.poll(cut, { timeout: 60_000 }).toBe(1);
      return stored;
    },
  );
  expect(words(outcomes)).toEqual(['57P01', '57P01']);
  expect(await here.stored()).toEqual(NOTHING);
  await pool.end();
});

test('groups of several organizations over one connection: one fails, another is interrupted, the others are stored', async () => {
  const others = await Promise.all(
    ['a', 'b', 'c'].map((name) => createOrganization(here.server, `${name} ${randomUUID()}`)),
  );
  const senders = await Promise.all(
    others.map(async ({ tenantId }) => ({
      tenantId,
      agentId: (await seedAgent(here.server.database, tenantId)).agentId,
    })),
  );
  const [stored, revoked, later] = senders as [Sender, Sender, Sender];
  await here.server.database.asOwner((owner) =>
    owner.query('UPDATE scout.agents SET revoked_at = now() WHERE agent_id = $1', [revoked.agentId]),
  );
  const pool = createPool(here.server.database.url, { max: 1, applicationName: 'one lane' });
  const context = { pool, lanes: createLanes(pool, 1), clock: Date };
  const groupOf = async ({ tenantId, agentId }: Sender, batchNo: number) => {
    const own = await batch(agentId, batchNo, [line(), line()], {}, tenantId);
    return storeGroup(context, tenantId, [own]);
  };
  const first = await Promise.all([groupOf(stored, 1), groupOf(revoked, 1), groupOf(later, 1)]);
  expect(first.map(words)).toEqual([[2], ['credential_revoked'], [2]]);

  const cut = () =>
    here.server.database.asOwner(async (owner) => {
      const { rowCount } = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'one lane' AND wait_event_type = 'Lock'`,
      );
      return rowCount;
    });
  const second = await here.server.database.asOwner(async (owner) => {
    await owner.query('BEGIN');
    await owner.query('SELECT FROM scout.agents WHERE agent_id = $1 FOR UPDATE', [stored.agentId]);
    const groups = Promise.all([groupOf(stored, 2), groupOf(later, 2)]);
    await expect.poll(cut, { timeout: 60_000 }).toBe(1);
    await owner.query('ROLLBACK');
    return groups;
  });
  expect(second.map(words)).toEqual([['57P01'], [2]]);
  expect((await groupOf(stored, 2)).map((one) => words([one])[0])).toEqual([2]);
  const counted = await Promise.all(senders.map(({ tenantId }) => counts(here.server.database, tenantId)));
  expect(counted.map(({ batches, events }) => [batches, events])).toEqual([
    [2, 4],
    [0, 0],
    [2, 4],
  ]);
  await pool.end();
}, 60_000);

test('groups with the same batches and agents never deadlock', async () => {
  const agents = [await anotherAgent(), await anotherAgent(), await anotherAgent()];
  for (let round = 1; round <= 10; round += 1) {
    const batches = await Promise.all(agents.map((agent) => batch(agent, round)));
    const again = batches.map((one) => ({ ...one, batchId: randomUUID() })).reverse();
    const outcomes = (await Promise.all([store(batches), store(again)])).flatMap(words);
    expect(outcomes.toSorted()).toEqual([1, 1, 1, 'known', 'known', 'known']);
  }
  expect(await here.stored()).toMatchObject({ batches: 30, events: 30, accepted: 30 });
});
