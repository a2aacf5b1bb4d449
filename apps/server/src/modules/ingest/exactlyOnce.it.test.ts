import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@scout/detection/simulation/random';
import {
  clientOf,
  createDatabase,
  createScratchFolder,
  seedAgent,
  seedTenant,
  spawnServer,
} from '@scout/testkit';
import { onCores } from '@scout/testkit/cores';
import { freePort } from '@scout/testkit/freePort';
import { afterEach, describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { lockDataDirectory } from '../../platform/database/embedded/lock.ts';
import { startEmbedded } from '../../platform/database/embedded/start.ts';
import { expectExactlyOnce, newRandom } from './testing/exactlyOnce.ts';
import { growFile } from './testing/growingFile.ts';
import { KillScene, type Victim } from './testing/killScene.ts';
import { line, ship } from './testing/ship.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-kill-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('every line of a growing file is stored exactly once', () => {
  const rounds = lengthOf(1, 9);
  // With four cores batches are read in threads.
  it.each([2, 4])(
    'after kills of server, agent and both, with %i cores',
    {
      timeout: lengthOf(300_000, 1_200_000),
    },
    async (cores) => {
      const random = newRandom();
      const database = await createDatabase();
      undo.push(() => database.drop());
      const env = { DATABASE_URL: database.ownerUrl, ...onCores(cores) };
      const scene = new KillScene(random, await temporaryFolder(), await temporaryFolder(), env);
      undo.push(() => scene.end());
      await scene.begin();
      const file = growFile(scene.file, random);
      undo.push(() => file.finish());
      const victims: Victim[] = Array.from(
        { length: rounds },
        () => ['server', 'agent', 'both'] as const,
      ).flat();
      for (const victim of shuffled(victims, random)) await scene.killed(victim);
      const lines = await file.finish();
      console.log(lines, await scene.drained());
      await expectExactlyOnce(database.ownerUrl, lines);
    },
  );

  const machineKills = lengthOf(1, 6);
  const otherKills = lengthOf<Victim[]>(['server'], ['server', 'both', 'both']);
  it('after kills that the embedded database does not survive, or outlives', {
    timeout: lengthOf(300_000, 1_200_000),
  }, async () => {
    const random = newRandom();
    const dataDir = await createScratchFolder();
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const scene = new KillScene(random, await temporaryFolder(), dataDir);
    undo.push(() => scene.end());
    await scene.begin();
    const file = growFile(scene.file, random);
    undo.push(() => file.finish());
    const victims: Victim[] = [...Array<Victim>(machineKills).fill('machine'), ...otherKills];
    for (const victim of shuffled(victims, random)) await scene.killed(victim);
    const lines = await file.finish();
    console.log(lines, await scene.drained());
    await scene.end();
    const lock = await lockDataDirectory(dataDir);
    const cluster = await startEmbedded(lock);
    undo.push(async () => {
      await cluster.stop();
      lock.release();
    });
    await expectExactlyOnce(cluster.url, lines);
  });
});

describe('every event of many agents is stored exactly once', () => {
  const agents = 40;
  const batches = lengthOf(10, 60);
  const events = 3;
  const kills = lengthOf(2, 12);

  it('after kills of the server, while their batches are written in groups', {
    timeout: lengthOf(300_000, 1_200_000),
  }, async () => {
    const random = newRandom();
    const database = await createDatabase();
    undo.push(() => database.drop());
    const { tenantId } = await seedTenant(database);
    const machines = await Promise.all(
      Array.from({ length: agents }, (_, index) => seedAgent(database, tenantId, `WS-${index}`)),
    );
    const port = await freePort();
    const dataDir = await temporaryFolder();
    const start = () =>
      spawnServer({
        dataDir,
        env: {
          DATABASE_URL: database.ownerUrl,
          PORT: String(port),
          SCOUT_SAMPLE: 'off',
          SCOUT_LOG_LEVEL: 'error',
        },
      });
    let server = await start();
    undo.push(() => server.end('SIGTERM'));
    await server.ready;

    /** Batches that were acknowledged, or found to be stored already. */
    let acknowledged = 0;
    const url = `http://127.0.0.1:${port}`;
    const shipAll = async (credential: string, machine: number) => {
      const client = clientOf({ url }, credential);
      for (let batch = 1; batch <= batches; batch += 1) {
        const first = (machine * batches + batch - 1) * events;
        const lines = Array.from({ length: events }, (_, index) =>
          line({ record_id: String(first + index + 1) }),
        );
        while ((await ship(client, batch, lines).catch(() => undefined))?.status !== 200) await pause(50);
        acknowledged += 1;
      }
    };
    const shipping = Promise.all(machines.map(({ credential }, machine) => shipAll(credential, machine)));
    const all = agents * batches;
    for (let kill = 1; kill <= kills; kill += 1) {
      // At any time between two kills, while all agents are sending.
      const until = ((kill - random() / 2) / (kills + 1)) * all;
      while (acknowledged < until) await pause(5);
      server.process.kill('SIGKILL');
      await server.ended;
      server = await start();
      await server.ready;
    }
    await shipping;
    await expectExactlyOnce(database.ownerUrl, all * events);
    const groups = await database.asOwner(
      async (owner) =>
        (await owner.query('SELECT count(DISTINCT xmin::text)::int AS n FROM scout.batches')).rows[0]
          .n as number,
    );
    console.log(`${all} batches in ${groups} transactions`);
    expect(groups).toBeLessThan(all);
  });
});

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) {
    const item = random.pick(left);
    left.splice(left.indexOf(item), 1);
    order.push(item);
  }
  return order;
}
