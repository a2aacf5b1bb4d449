import { createRandom } from '@scout/detection/simulation/random';
import { describe, expect, it } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../scripts/testLength.mjs';
import { MemoryDisk, type Survival } from '../../test/memoryDisk.ts';
import { MemoryServer } from '../../test/memoryServer.ts';
import { silentLog } from '../../test/silentLog.ts';
import { Signal } from '../runtime/signal.ts';
import { Collection } from '../service/collection.ts';
import { heartbeatRequestOf } from '../service/heartbeat.ts';
import { Names } from '../service/names.ts';
import { Shipper } from '../service/shipper.ts';
import { Intake } from './intake.ts';
import { Spool } from './spool.ts';

const SURVIVALS: readonly Survival[] = ['everything', 'nothing', 'anything'];
const EVENTS = 24;
const never = new AbortController().signal;
const eventAt = (index: number): string => JSON.stringify({ event: index });
const ALL = Array.from({ length: EVENTS }, (_, index) => eventAt(index));

/** Position of the simulated source after `count` events. */
const after = (count: number) => ({ kind: 'windows', record: String(count), identity: '' }) as const;

/** A miniature agent: reads a source of {@link EVENTS} events into batches of random size and sends all of them. */
async function runAgent(
  disk: MemoryDisk,
  server: MemoryServer,
  random: () => number,
  firstBatch: number,
): Promise<void> {
  const spool = await Spool.open({
    fs: disk,
    folder: '/state',
    limitBytes: 16_384,
    firstBatch,
    log: silentLog(),
  });
  let read = false;
  const readAll = async (): Promise<void> => {
    const intake = new Intake(spool, 'made-up', never);
    const { position } = intake;
    let next = position?.kind === 'windows' ? Number(position.record) : 0;
    while (next < EVENTS) {
      const size = 1 + Math.floor(random() * 9);
      const end = Math.min(EVENTS, next + size);
      for (; next < end; next += 1) intake.add({ line: eventAt(next), refused: null });
      await intake.seal(after(next));
    }
    await spool.settle();
    read = true;
    spool.changed.fire();
  };
  const shipper = new Shipper({
    admitted: new Signal(),
    spool,
    server,
    credentials: { current: '' },
    onResponse: () => {},
    log: silentLog(),
    heartbeatRequest: () =>
      heartbeatRequestOf({
        spool,
        collection: new Collection(),
        names: new Names(),
        instanceId: '',
        credentials: { configurationKey: null },
      }),
    refused: async () => false,
    refusedTries: null,
    patienceMs: null,
    stop: never,
    pause: async () => {},
  });
  await Promise.all([readAll(), shipper.run(() => read, never)]);
  await spool.flush();
}

/** Runs with a crash at step `crashAt` of every start until one start completes. */
async function runThroughCrashes(
  crashAt: (start: number) => number,
  survival: Survival | 'any',
  seed: number,
  prepare: (server: MemoryServer) => number | undefined,
): Promise<{ server: MemoryServer; disk: MemoryDisk; steps: number; crashes: string[] }> {
  const random = createRandom(seed);
  const server = new MemoryServer();
  const firstBatch = prepare(server) ?? 1;
  const crashes: string[] = [];
  let disk = new MemoryDisk();
  for (let start = 0; ; start += 1) {
    disk.crashAt = crashAt(start);
    const outcome = await Promise.race([
      runAgent(disk, server, random, firstBatch).then(() => 'done'),
      disk.crashed.then(() => 'crashed'),
    ]);
    if (outcome === 'done') return { server, disk, steps: disk.steps, crashes };
    crashes.push(disk.crashedIn);
    const each = survival === 'any' ? SURVIVALS[Math.floor(random() * SURVIVALS.length)]! : survival;
    disk = disk.reboot(each, random);
  }
}

/** Each prepares a server, and may set the agent's first batch number. */
const scenarios: [string, (server: MemoryServer, random: () => number) => number | undefined][] = [
  ['a server that answers', () => undefined],
  [
    'a server whose answers get lost',
    (server, random) => {
      server.loses = () => random() < 0.3;
      return undefined;
    },
  ],
  [
    'a server that refuses large batches',
    (server) => {
      server.maxLines = 3;
      return undefined;
    },
  ],
  [
    'batch numbers that were used before',
    (server) => {
      server.occupy(2);
      server.occupy(5);
      return undefined;
    },
  ],
  [
    'batch numbers out of the server’s bounds',
    (server) => {
      server.reach = 1_000_000;
      return Number.MAX_SAFE_INTEGER - 1;
    },
  ],
];

// Hundreds of agent runs; a busy machine must not make them fail.
describe.each(scenarios)('with %s', { timeout: lengthOf(120_000, 3_600_000) }, (_, prepare) => {
  it.each(SURVIVALS)('a crash at any step that keeps %s loses and repeats no event', async (survival) => {
    const whole = await runThroughCrashes(
      () => Number.POSITIVE_INFINITY,
      survival,
      1,
      (server) => prepare(server, createRandom(1)),
    );
    expect(whole.server.stored).toEqual(ALL);
    expect(whole.steps).toBeGreaterThan(30);
    for (let step = 1; step <= whole.steps; step += 1) {
      const { server, crashes } = await runThroughCrashes(
        (start) => (start === 0 ? step : Number.POSITIVE_INFINITY),
        survival,
        step,
        (made) => prepare(made, createRandom(step)),
      );
      expect(server.stored, `crash in ${crashes.join()}`).toEqual(ALL);
    }
  });

  it('crash after crash, at random steps, loses and repeats no event and leaves no file behind', async () => {
    for (const seed of rotatingSeeds(lengthOf(30, 1_000))) {
      const random = createRandom(seed * 7919);
      const { server, disk } = await runThroughCrashes(
        (start) => (start < 25 ? 1 + Math.floor(random() * 30) : Number.POSITIVE_INFINITY),
        'any',
        seed,
        (made) => prepare(made, random),
      );
      expect(server.stored, `seed ${seed}`).toEqual(ALL);
      expect(disk.files).toEqual(['/state/checkpoint.json']);
    }
  });
});
