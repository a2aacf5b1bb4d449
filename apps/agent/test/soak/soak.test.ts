import type * as zlib from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Collection } from '../../src/service/collection.ts';
import { keepBeating, noteHeard, pulseOf } from '../../src/service/heartbeat.ts';
import { WindowsSource } from '../../src/sources/windows/windowsSource.ts';
import { decodeHeader } from '../../src/spool/batchFile.ts';
import type { Gap } from '../../src/spool/gaps.ts';
import { Intake } from '../../src/spool/intake.ts';
import { Spool } from '../../src/spool/spool.ts';
import type { Heard, Pulse, ShipOutcome, Trouble } from '../../src/transport/server.ts';
import { Shipper } from '../../src/transport/shipper.ts';
import { MemoryDisk } from '../memoryDisk.ts';
import { MemoryServer } from '../memoryServer.ts';
import { seededRandom } from '../random.ts';
import { silentLog } from '../silentLog.ts';
import { SimulatedClock } from './clock.ts';
import { EventLog } from './eventLog.ts';

// Compression on another thread would let real time into the simulation.
vi.mock('node:zlib', async (original) => {
  const real = await original<typeof zlib>();
  const now =
    (work: (bytes: Buffer, options?: zlib.ZlibOptions) => Buffer) =>
    (bytes: Buffer, options: unknown, done?: (error: null, result: Buffer) => void): void => {
      const callback = (done ?? options) as (error: null, result: Buffer) => void;
      callback(null, work(bytes, done === undefined ? undefined : (options as zlib.ZlibOptions)));
    };
  return { ...real, gzip: now(real.gzipSync), gunzip: now(real.gunzipSync) };
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SPOOL_LIMIT = 96 * 1024;
const LOG_RECORDS = 1_500;
/** The largest file that the spool may hold beyond its limit: one batch is always taken. */
const ONE_BATCH = 64 * 1024;

const unreachable: Trouble = { kind: 'trouble', reason: 'cut off', retryAfterMs: null, refused: false };

/** The server behind a network that breaks: in either direction, so that what was stored is not always heard of. */
class FarServer extends MemoryServer {
  reachable = true;
  readonly gaps = new Map<string, Gap>();
  readonly pulses: Pulse[] = [];

  override async ship(...args: Parameters<MemoryServer['ship']>): Promise<ShipOutcome> {
    return this.reachable ? super.ship(...args) : unreachable;
  }

  override async heartbeat(_credential?: string, pulse?: Pulse): Promise<Heard> {
    if (!this.reachable || pulse === undefined) return unreachable as unknown as Heard;
    this.pulses.push(pulse);
    for (const gap of pulse.gaps) this.gaps.set(gap.gap_id, gap);
    const heard = { ...(await super.heartbeat()), gapsReceived: pulse.gaps.map(({ gap_id }) => gap_id) };
    return this.loses() ? (unreachable as unknown as Heard) : heard;
  }

  async rotate(): Promise<string> {
    return 'next';
  }
}

/** One machine for a day. */
class Machine {
  readonly clock: SimulatedClock;
  readonly log = new EventLog(LOG_RECORDS);
  readonly server = new FarServer();
  readonly #random: () => number;
  disk = new MemoryDisk();
  #stop: AbortController | null = null;
  #spool: Spool | null = null;
  failures: unknown[] = [];
  largestSpool = 0;
  /** Events in batches that were damaged on disk. */
  readonly damaged = new Set<string>();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.clock = new SimulatedClock(Date.UTC(2026, 10, 21));
    this.clock.install();
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  async start(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    const log = silentLog();
    const spool = await Spool.open({
      fs: this.disk,
      folder: '/state',
      limitBytes: SPOOL_LIMIT,
      firstBatch: 1,
      log,
    });
    this.#spool = spool;
    const source = new WindowsSource({
      selection: { channel: 'Security', eventIds: [4624, 4625, 4688] },
      command: 'wevtutil',
      pollMs: 10 * SECOND,
      run: (command, args) => this.log.answer(command, args),
    });
    const collection = new Collection();
    const credentials = { current: 'credential', rotate: async () => {} };
    const vitals = { server: this.server, credentials, spool, collection } as unknown as Parameters<
      typeof keepBeating
    >[0];
    const shipper = new Shipper({
      spool,
      server: this.server,
      credentials,
      log,
      pulse: () => pulseOf(spool, collection),
      heard: (heard) => noteHeard(spool, heard),
      refusedTries: null,
      patienceMs: null,
      stop: stop.signal,
    });
    const { signal } = stop;
    for (const work of [
      source.run(new Intake(spool, source.key, signal), { once: false, signal }),
      shipper.run(() => false, signal),
      keepBeating(vitals, 30 * SECOND, signal),
    ]) {
      work.catch((error: unknown) => {
        if (!signal.aborted) this.failures.push(error);
      });
    }
  }

  /** The process is killed, or the power fails; the disk is what it left. */
  crash(): void {
    const survival = (['everything', 'nothing', 'anything'] as const)[this.between(0, 2)]!;
    const { full } = this.disk;
    this.disk = this.disk.reboot(survival, this.#random);
    this.disk.full = full;
    this.#stop?.abort();
    this.#stop = null;
  }

  /** Time in which events are written. */
  async pass(ms: number, secondsBetweenEvents = 8): Promise<void> {
    const end = this.clock.elapsed + ms;
    while (this.clock.elapsed < end) {
      await this.clock.pass(
        Math.min(end - this.clock.elapsed, this.between(1, 2 * secondsBetweenEvents) * SECOND),
      );
      this.log.write();
      this.largestSpool = Math.max(this.largestSpool, this.disk.bytesIn('/state/spool'));
    }
  }

  /** Spoils the oldest, or another, file of the spool; remembers what was in it. */
  async damageSpool(): Promise<void> {
    const files = this.disk.files.filter(
      (name) => name.endsWith('.batch') && name.startsWith('/state/spool/'),
    );
    const file = files[this.between(0, files.length - 1)];
    if (file === undefined) return;
    const bytes = await this.disk.readFile(file);
    const { bodyAt } = decodeHeader(bytes)!;
    const { gunzipSync } = await vi.importActual<typeof zlib>('node:zlib');
    for (const [, name = ''] of gunzipSync(bytes.subarray(bodyAt))
      .toString()
      .matchAll(/>(svc\.n\d+)</g)) {
      this.damaged.add(name);
    }
    this.disk.damage(file, this.between(0, bytes.length - 1));
  }

  get waiting(): number {
    return this.#spool?.waiting ?? 0;
  }
}

type Mishap = (machine: Machine) => Promise<void>;

/** What goes wrong in a day, each at least once, in an order and at lengths that the seed decides. */
const MISHAPS: Readonly<Record<string, Mishap>> = {
  async 'the network is cut'(machine) {
    machine.server.reachable = false;
    await machine.pass(machine.between(5, 50) * MINUTE);
    machine.server.reachable = true;
  },
  async 'the server restarts, and answers get lost'(machine) {
    for (let times = machine.between(3, 8); times > 0; times -= 1) {
      machine.server.loses = () => machine.between(0, 1) === 0;
      await machine.pass(machine.between(20, 90) * SECOND);
      machine.server.reachable = false;
      await machine.pass(machine.between(5, 40) * SECOND);
      machine.server.reachable = true;
    }
    machine.server.loses = () => false;
  },
  async 'the disk is full'(machine) {
    machine.disk.full = true;
    await machine.pass(machine.between(10, 60) * MINUTE);
    machine.disk.full = false;
  },
  async 'the spool reaches its limit'(machine) {
    machine.server.reachable = false;
    await machine.pass(50 * MINUTE, 1);
    machine.server.reachable = true;
  },
  async 'a spool file is damaged while the agent runs'(machine) {
    machine.server.reachable = false;
    await machine.pass(machine.between(10, 30) * MINUTE);
    await machine.damageSpool();
    machine.server.reachable = true;
  },
  async 'a spool file is damaged while the machine is down'(machine) {
    machine.server.reachable = false;
    await machine.pass(machine.between(10, 30) * MINUTE);
    machine.crash();
    await machine.damageSpool();
    machine.server.reachable = true;
    await machine.start();
  },
  async 'the agent is killed, again and again'(machine) {
    for (let times = machine.between(3, 8); times > 0; times -= 1) {
      await machine.pass(machine.between(1, 200) * SECOND);
      machine.crash();
      await machine.pass(machine.between(1, 60) * SECOND);
      await machine.start();
    }
  },
  async 'the agent is away until the log has rolled over'(machine) {
    machine.crash();
    await machine.pass(70 * MINUTE, 1);
    await machine.start();
  },
  async 'the log is cleared'(machine) {
    await machine.pass(machine.between(1, 9) * SECOND);
    machine.log.clear();
    await machine.pass(machine.between(1, 20) * MINUTE);
  },
  async 'the log is cleared while the agent is away'(machine) {
    machine.crash();
    await machine.pass(10 * MINUTE);
    machine.log.clear();
    await machine.pass(machine.between(1, 5) * MINUTE);
    await machine.start();
  },
  async 'the log is made anew'(machine) {
    machine.log.replace();
    await machine.pass(machine.between(1, 20) * MINUTE);
  },
  async 'the clock is set back'(machine) {
    machine.clock.shift(-machine.between(1, 30) * HOUR);
    await machine.pass(machine.between(5, 30) * MINUTE);
  },
  async 'the clock is set forward'(machine) {
    machine.clock.shift(machine.between(1, 30) * HOUR);
    await machine.pass(machine.between(5, 30) * MINUTE);
  },
};

/** What the server has of each event: how often it was stored. */
function timesStored(server: MemoryServer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of server.stored) {
    const name = />(svc\.n\d+)</.exec(line)?.[1] ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** True when a record lies in a gap of its log. Where ids began again, `from` counts in the old log and `to` in the new. */
function covers({ source, reason, from_record, to_record }: Gap, record: number): boolean {
  if (!source.startsWith('windows:') || from_record === null) return false;
  const [from, to] = [Number(from_record), to_record === null ? Number.POSITIVE_INFINITY : Number(to_record)];
  return reason === 'source_replaced' || to <= from
    ? record > from || record < to
    : record > from && record < to;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('24 hours in which everything goes wrong', () => {
  it.each([1, 2, 3, 4, 5])(
    'seed %i: every event is stored once, or in a gap that was reported',
    async (seed) => {
      const machine = new Machine(seed);
      await machine.start();
      const names = Object.keys(MISHAPS);
      for (let rest = [...names]; machine.clock.elapsed < 24 * HOUR; ) {
        await machine.pass(machine.between(1, 25) * MINUTE);
        if (rest.length === 0) rest = [...names];
        const [name] = rest.splice(machine.between(0, rest.length - 1), 1);
        await MISHAPS[name!]!(machine);
        expect(machine.failures, `after: ${name}`).toEqual([]);
      }
      // Peace, until nothing waits any more.
      await machine.clock.pass(HOUR);

      const stored = timesStored(machine.server);
      const gaps = [...machine.server.gaps.values()];
      expect([...stored.values()].every((times) => times === 1)).toBe(true);
      const hidden = machine.log.written.filter(
        ({ name, record }) =>
          !stored.has(name) && !machine.damaged.has(name) && !gaps.some((gap) => covers(gap, record)),
      );
      expect(hidden).toEqual([]);
      expect(machine.log.written.length).toBeGreaterThan(8_000);
      // A gap is told where there is one, not everywhere.
      expect(stored.size).toBeGreaterThan(machine.log.written.length / 2);
      // Every kind of gap occurred, and none is left untold.
      expect(new Set(gaps.map(({ reason }) => reason))).toEqual(
        new Set(['log_cleared', 'log_rolled_over', 'source_replaced', 'spool_full', 'spool_corrupt']),
      );
      expect(machine.server.pulses.at(-1)?.gaps).toEqual([]);
      expect(machine.server.pulses.at(-1)).toMatchObject({ queue_depth: 0 });
      expect(machine.server.pulses.every(({ lag_seconds }) => lag_seconds >= 0)).toBe(true);
      expect(machine.waiting).toBe(0);
      expect(machine.largestSpool).toBeLessThanOrEqual(SPOOL_LIMIT + ONE_BATCH);
    },
  );
});
