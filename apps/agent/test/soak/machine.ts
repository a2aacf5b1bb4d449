import type * as zlib from 'node:zlib';
import { createRandom } from '@scout/detection/simulation/random';
import { vi } from 'vitest';
import { Signal } from '../../src/runtime/signal.ts';
import { Collection } from '../../src/service/collection.ts';
import {
  compareWithServer,
  heartbeatRequestOf,
  recordResponse,
  sendHeartbeats,
} from '../../src/service/heartbeat.ts';
import { Names } from '../../src/service/names.ts';
import { Shipper } from '../../src/service/shipper.ts';
import { WindowsSource } from '../../src/sources/windows/windowsSource.ts';
import { decodeHeader } from '../../src/spool/batchFile.ts';
import { Intake } from '../../src/spool/intake.ts';
import { Spool } from '../../src/spool/spool.ts';
import { MemoryDisk } from '../memoryDisk.ts';
import { silentLog } from '../silentLog.ts';
import { SimulatedClock } from './clock.ts';
import { EventLog } from './eventLog.ts';
import { FarServer } from './farServer.ts';

const SECOND = 1_000;
export const SPOOL_LIMIT = 96 * 1024;
const LOG_RECORDS = 1_500;

/** One machine for a day. */
export class Machine {
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
    this.#random = createRandom(seed);
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
    const identity = { agentId: 'agent', credential: 'credential' };
    const credentials = {
      current: identity.credential,
      identity,
      configurationKey: null,
      rotate: async () => {},
    };
    const instanceId = String(this.#random());
    const admitted = new Signal();
    const context = {
      server: this.server,
      credentials,
      spool,
      collection,
      names: new Names(),
      selecting: [],
      instanceId,
      standing: { note: async () => false },
      admitted,
      relocation: { heard: async () => {}, missed: async () => false, refused: async () => false },
      log,
    } as unknown as Parameters<typeof sendHeartbeats>[0];
    const shipper = new Shipper({
      admitted,
      spool,
      server: this.server,
      credentials,
      log,
      heartbeatRequest: () => heartbeatRequestOf(context),
      refused: async () => false,
      onResponse: (response) => recordResponse(spool, response),
      compare: (signal) => compareWithServer(context, signal),
      refusedTries: null,
      patienceMs: null,
      stop: stop.signal,
    });
    const { signal } = stop;
    for (const work of [
      source.run(new Intake(spool, source.key, signal), { once: false, signal }),
      shipper.run(() => false, signal),
      sendHeartbeats(context, 30 * SECOND, signal),
    ]) {
      work.catch((error: unknown) => {
        if (!signal.aborted) this.failures.push(error);
      });
    }
  }

  /** Kills the process, or cuts the power; the disk keeps what it would. */
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

  /** Corrupts the oldest, or another, file of the spool; remembers its events. */
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
