import pg from 'pg';
import { cpuSeconds } from '../ingest/cpu.ts';
import type { Installation } from '../ingest/installation.ts';
import type { Bodies } from './bodies.ts';
import type { Caller } from './call.ts';
import type { Percentiles } from './histogram.ts';
import { type Machine, newTally, type Pace, type Tally } from './machine.ts';

/** Results of a fleet in one round. */
export interface Round {
  readonly seconds: number;
  readonly batchesPerSecond: number;
  readonly eventsPerSecond: number;
  /** Batches that were written together, on average. */
  readonly batchesPerTransaction: number;
  readonly lagMs: Percentiles;
  readonly ingestMs: Percentiles;
  readonly heartbeatMs: Percentiles;
  /** Processor time of a batch, heartbeats included. */
  readonly microseconds: { readonly server: number; readonly postgres: number };
  /** Share of one core that the simulation itself took. */
  readonly simulationPercent: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Answers of 500 or more, and broken connections. */
  readonly failures: number;
}

const NONE: Percentiles = { p50: 0, p99: 0, max: 0 };

/** @param total to which this round's acknowledgments are added */
export async function measureRound(
  installation: Installation,
  { machines, caller, bodies }: { machines: readonly Machine[]; caller: Caller; bodies: Bodies },
  { pace, seconds }: { pace: Pace; seconds: number },
  total: Tally,
): Promise<Round> {
  caller.forget();
  const tally = newTally();
  const before = cpuSeconds(installation.serverPid, installation.postmasterPid)!;
  const own = process.cpuUsage();
  const began = new Date();
  const begin = performance.now();
  const until = begin + seconds * 1000;
  await Promise.all(
    machines.flatMap((machine) => [
      machine.sendHeartbeats(pace, until),
      machine.keepShipping(bodies, pace, until, tally),
    ]),
  );
  const elapsed = (performance.now() - begin) / 1000;
  const after = cpuSeconds(installation.serverPid, installation.postmasterPid)!;
  const { user, system } = process.cpuUsage(own);
  total.batches += tally.batches;
  total.acknowledged += tally.acknowledged;
  total.duplicates += tally.duplicates;
  const answers = Object.fromEntries([...caller.statuses].sort());
  const perBatch = (used: number) => Math.round((used / tally.batches) * 1e6);
  const times = (path: string) => caller.times.get(path)?.percentiles() ?? NONE;
  return {
    seconds: Math.round(elapsed),
    batchesPerSecond: Math.round(tally.batches / elapsed),
    eventsPerSecond: Math.round(tally.acknowledged / elapsed),
    batchesPerTransaction: await batchesPerTransaction(installation, began),
    lagMs: tally.lags.percentiles(),
    ingestMs: times('/api/ingest/v1/events'),
    heartbeatMs: times('/api/agents/v1/heartbeat'),
    microseconds: {
      server: perBatch(after.server - before.server),
      postgres: perBatch(after.postgres - before.postgres),
    },
    simulationPercent: Math.round((user + system) / 10_000 / elapsed),
    answers,
    failures: Object.entries(answers).reduce(
      (sum, [key, count]) => (/ (?:0|5\d\d)$/.test(key) ? sum + count : sum),
      0,
    ),
  };
}

async function batchesPerTransaction({ ownerUrl }: Installation, since: Date): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ mean: number }>(
      `SELECT count(*)::float8 / greatest(1, count(DISTINCT stored_in)) AS mean FROM scout.batches WHERE received_at >= $1`,
      [since],
    );
    return Math.round(rows[0]!.mean * 10) / 10;
  } finally {
    await client.end();
  }
}
