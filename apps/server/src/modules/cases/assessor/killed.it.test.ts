import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NormalisedRow } from '@scout/detection';
import { clientOf, createDatabase, type SpawnedServer, spawnServer, type TestDatabase } from '@scout/testkit';
import { afterEach, expect, it } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { newSecret } from '../../../platform/crypto/secretText.ts';
import { newRandom } from '../../ingest/testing/exactlyOnce.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { foundOf, lineOf, quietDaysWithStories } from './testing/stories.ts';

const KILLS = lengthOf(3, 25);
const BATCHES = 40;

const operatorToken = newSecret('operator');
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

it(`cases after ${KILLS} kills of servers while events arrive are those of an undisturbed run`, {
  timeout: lengthOf(1_200_000, 3_600_000),
}, async () => {
  const random = newRandom();
  const database = await createDatabase();
  undo.push(() => database.drop());
  const servers = [await start(database), await start(database)];
  undo.push(() => Promise.all(servers.map((server) => server.end('SIGTERM'))));
  const rows = quietDaysWithStories();
  const urlOf = async (n: number) => ({ url: await servers[n % 2]!.ready });

  const expected = await organization(await urlOf(0));
  await expected.send(1, rows, () => urlOf(0));
  await settled(database, expected.tenantId);
  const undisturbed = await foundOf(database, expected.tenantId);
  expect(undisturbed.cases.length).toBeGreaterThan(2);

  const bank = await organization(await urlOf(0));
  const batches = Array.from({ length: BATCHES }, (_, n) => rows.filter((_row, i) => i % BATCHES === n));
  let isSending = true;
  const sending = (async () => {
    for (const [n, batch] of batches.entries()) {
      await bank.send(n + 1, batch, () => urlOf(n));
      await pause(random() * 4_000 * (KILLS / BATCHES));
    }
    isSending = false;
  })();
  let killed = 0;
  while (killed < KILLS) {
    await pause(random() * 2_000);
    const victim = Math.floor(random() * 2);
    await servers[victim]!.end('SIGKILL');
    killed += 1;
    servers[victim] = await start(database);
    if (!isSending) break;
  }
  await sending;
  // The remaining kills happen while the assessor works through its backlog.
  for (; killed < KILLS; killed += 1) {
    await servers[killed % 2]!.end('SIGKILL');
    servers[killed % 2] = await start(database);
    await pause(random() * 1_000);
  }
  await Promise.all(servers.map((server) => server.ready));
  await settled(database, bank.tenantId);
  expect(await foundOf(database, bank.tenantId)).toEqual(undisturbed);
});

async function start(database: TestDatabase): Promise<SpawnedServer> {
  const server = await spawnServer({
    env: {
      DATABASE_URL: database.ownerUrl,
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_SAMPLE: 'off',
      SCOUT_LOG_LEVEL: 'error',
    },
  });
  server.ready.catch(() => {});
  return server;
}

async function organization(server: { url: string }) {
  const operator = clientOf(server, operatorToken);
  const { tenant_id: tenantId } = await operator.api.operatorTenantsCreate({
    company_name: `Northwind ${randomUUID()}`,
    is_subscribed: true,
  });
  const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id: tenantId });
  const { credential } = await clientOf(server).api.agentEnrol({
    token,
    machine_id: randomUUID(),
    host: 'WS-1042',
    platform: 'windows',
    version: '0.1.0',
  });
  return {
    tenantId,
    /** Sends a batch like an agent: retries until it is acknowledged. */
    async send(batchNo: number, rows: readonly NormalisedRow[], urlNow: () => Promise<{ url: string }>) {
      for (;;) {
        try {
          const agent = clientOf(await urlNow(), credential);
          const { status } = await ship(agent, batchNo, rows.map(lineOf));
          if (status === 200) return;
        } catch {
          // Its server was killed.
        }
        await pause(100);
      }
    },
  };
}

/** Resolves when an organization is fully assessed. */
async function settled(database: TestDatabase, tenantId: string): Promise<void> {
  const isDone = () =>
    database.asOwner(async (client) => {
      const { rows } = await client.query<{ done: boolean }>(
        `SELECT EXISTS (SELECT FROM scout.assessments WHERE tenant_id = $1 AND closed_through IS NOT NULL)
           AND $1 NOT IN (SELECT scout.tenants_to_assess(now())) AS done`,
        [tenantId],
      );
      return rows[0]!.done;
    });
  while (!(await isDone())) await pause(200);
}
