import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratchFolder } from '@scout/testkit';
import { onCores } from '@scout/testkit/cores';
import { afterEach, expect, it } from 'vitest';
import { killsOf } from '../../../../../scripts/testLength.mjs';
import { lockDataDirectory } from '../../platform/database/embedded/lock.ts';
import { startEmbedded } from '../../platform/database/embedded/start.ts';
import { expectExactlyOnce, newRandom } from './testing/exactlyOnce.ts';
import { growFile } from './testing/growingFile.ts';
import { KillScene, type Victim } from './testing/killScene.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const victims: readonly Victim[] = ['server', 'agent', 'postmaster', 'database process'];
const kills = killsOf(6);
/** Slow enough that the agent catches up between any two kills. */
const linesPerSecond = 300;

it(`stores every event exactly once over ${kills} kills of server, agent and database in random order`, {
  // Far more than a kill with its recovery takes on a busy machine.
  timeout: kills * 60_000,
}, async () => {
  const random = newRandom();
  const dataDir = await createScratchFolder();
  const folder = await mkdtemp(join(tmpdir(), 'scout-kill-'));
  for (const path of [dataDir, folder]) undo.push(() => rm(path, { recursive: true, force: true }));
  // Batches are read on the main thread, or in threads.
  const cores = random.pick([2, 4]);
  const scene = new KillScene(random, folder, dataDir, onCores(cores));
  undo.push(() => scene.end());
  await scene.begin();
  const file = growFile(scene.file, random, linesPerSecond);
  undo.push(() => file.finish());

  const killed = Object.fromEntries(victims.map((victim) => [victim, 0])) as Record<Victim, number>;
  const total = () => victims.reduce((sum, victim) => sum + killed[victim], 0);
  for (let said = 0; total() < kills; ) {
    // Each kind in the short form, too.
    const victim = victims.find((one) => killed[one] === 0 && total() >= kills / 2) ?? random.pick(victims);
    killed[victim] += await scene.killed(victim);
    if (total() < said + 50) continue;
    said = total();
    console.log(`${said} of ${kills} kills`, JSON.stringify(killed));
  }
  const lines = await file.finish();
  console.log(
    `${lines} events, ${total()} kills, ${cores} cores`,
    JSON.stringify(killed),
    await scene.drained(),
  );
  expect(Object.values(killed).every((count) => count > 0)).toBe(true);

  await scene.end();
  const lock = await lockDataDirectory(dataDir);
  const cluster = await startEmbedded(lock);
  undo.push(async () => {
    await cluster.stop();
    lock.release();
  });
  await expectExactlyOnce(cluster.url, lines);
});
