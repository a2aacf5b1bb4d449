import type * as zlib from 'node:zlib';
import type { AgentGap } from '@scout/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../scripts/testLength.mjs';
import type { MemoryServer } from '../memoryServer.ts';
import { Machine, SPOOL_LIMIT } from './machine.ts';
import { MISHAPS } from './mishaps.ts';

// Compression on another thread would bring real time into the simulation.
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Maximum size by which the spool may exceed its limit: one batch is always accepted. */
const ONE_BATCH = 64 * 1024;

/** Number of times the server stored each event. */
function timesStored(server: MemoryServer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of server.stored) {
    const name = />(svc\.n\d+)</.exec(line)?.[1] ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** True when a record is in a gap of its log. After ids started over, `from` is in the old log and `to` in the new one. */
function covers({ source, reason, from_record, to_record }: AgentGap, record: number): boolean {
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
  it.each([1, ...rotatingSeeds(lengthOf(1, 50))])(
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
      // No faults, until nothing is waiting.
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
      // Gaps are reported only where they exist.
      expect(stored.size).toBeGreaterThan(machine.log.written.length / 2);
      // Every kind of gap occurred, and all were reported.
      expect(new Set(gaps.map(({ reason }) => reason))).toEqual(
        new Set(['log_cleared', 'log_rolled_over', 'source_replaced', 'spool_full', 'spool_corrupt']),
      );
      expect(machine.server.heartbeats.at(-1)?.gaps).toEqual([]);
      expect(machine.server.heartbeats.at(-1)).toMatchObject({ queue_depth: 0 });
      expect(machine.server.heartbeats.every(({ waiting_seconds }) => waiting_seconds >= 0)).toBe(true);
      expect(machine.waiting).toBe(0);
      expect(machine.largestSpool).toBeLessThanOrEqual(SPOOL_LIMIT + ONE_BATCH);
    },
  );
});
