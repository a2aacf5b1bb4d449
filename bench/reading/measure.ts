import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, MINUTE } from '@scout/detection/time';
import { sumDaysStep } from '@scout/server/modules/cases/sql/assessor/daySums';
import { sumStep } from '@scout/server/modules/events/sql/sumStep';
import { RollupFold, UPSERT_ROLLUPS } from '@scout/server/modules/ingest/rollups';
import { sumsAmended, sumsDue } from '@scout/server/modules/ingest/sql/rollupSums';
import { lockDataDirectory } from '@scout/server/platform/database/embedded/lock';
import { startEmbedded } from '@scout/server/platform/database/embedded/start';
import { openDatabase } from '@scout/server/platform/database/open';
import { type Transaction, withRole } from '@scout/server/platform/database/pool';
import pg from 'pg';
import { temporaryFolder } from '../temporaryFolder.ts';
import { type Filling, fill, TENANT } from './fill.ts';
import { figuresAt, queriesAt, type ReadingQuery, TIME_ZONE } from './queries.ts';
import { explain, type Plan, Recorder } from './statements.ts';

/** Options of measuring one size. */
export interface Options {
  readonly accounts: number;
  readonly rounds: number;
  readonly explained: boolean;
  /** Only queries whose name contains it. */
  readonly only: string;
  /** A folder whose databases are filled once; a temporary one if undefined. */
  readonly keep: string | undefined;
}

/** Times of a query in milliseconds. */
export interface Times {
  readonly name: string;
  readonly large: boolean;
  readonly p50: number;
  readonly p95: number;
  /** Bytes of the answer, about, as JSON. */
  readonly bytes: number;
  readonly plans: readonly Plan[];
}

/** Fills a database with as many events, or takes the filled one, and times every query. */
export async function measureSize(events: number, options: Options): Promise<Times[]> {
  await using made = new AsyncDisposableStack();
  const folder = await folderOf(events, options.keep, made);
  const lock = await lockDataDirectory(join(folder, 'database'));
  made.defer(() => lock.release());
  const cluster = await startEmbedded(lock);
  made.defer(() => cluster.stop());
  const database = await openDatabase(cluster.url, 'x'.repeat(43), { onError: console.error });
  made.defer(() => database.close());
  const recorder = new Recorder(database.pool);
  const owner = new pg.Client({ connectionString: cluster.url });
  await owner.connect();
  made.defer(() => owner.end());
  const { now } = await filled(owner, folder, { events, accounts: options.accounts, now: Date.now() });

  const times: Times[] = [];
  const run = async (queries: readonly ReadingQuery[]) => {
    for (const query of queries.filter(({ name }) => name.includes(options.only))) {
      const taken = await timesOf(database.pool, recorder, query, options);
      times.push(taken);
      console.error(`${events} events: ${query.name}: ${taken.p50.toFixed(1)} (${taken.p95.toFixed(1)}) ms`);
    }
  };
  await owner.query('TRUNCATE scout.rollup_sums, scout.summed_tenants');
  await owner.query('UPDATE scout.tenants SET time_zone = $1', [TIME_ZONE]);
  await sumDays(database.pool, owner, now);
  const midnight = Math.floor(now / DAY) * DAY;
  await sum(database.pool, owner, midnight - 10 * MINUTE);
  await run(figuresAt(midnight + MINUTE, ', after midnight'));
  await sum(database.pool, owner, now);
  await run(figuresAt(now, ''));
  await storeLate(database.pool, now - 3 * DAY);
  await run(figuresAt(now, ', after a late event'));
  await run(queriesAt(now, await snapshotOf(database.pool)));
  return times;
}

async function folderOf(
  events: number,
  keep: string | undefined,
  made: AsyncDisposableStack,
): Promise<string> {
  if (keep !== undefined) {
    const folder = join(keep, String(events));
    await mkdir(folder, { recursive: true });
    return folder;
  }
  const folder = await temporaryFolder('scout-bench-');
  made.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function filled(owner: pg.Client, folder: string, filling: Filling): Promise<Filling> {
  const note = join(folder, 'filled.json');
  if (existsSync(note)) return JSON.parse(await readFile(note, 'utf8')) as Filling;
  const began = performance.now();
  await fill(owner, filling);
  await writeFile(note, JSON.stringify(filling));
  const { rows } = await owner.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  console.error(
    `${filling.events.toLocaleString('en-US')} events: ${rows[0]!.size}, filled in ${Math.round((performance.now() - began) / 1_000)} s`,
  );
  return filling;
}

/** Makes all sums that the server would have made by then. */
async function sum(pool: pg.Pool, owner: pg.Client, now: number): Promise<void> {
  const began = performance.now();
  while ((await sumStep({ pool, clock: { now: () => now } }, TENANT)) === 'more');
  await owner.query('VACUUM ANALYZE scout.rollup_sums');
  console.error(`sums made in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

/** Sums the activity of accounts by the days that the server would have summed by then. */
async function sumDays(pool: pg.Pool, owner: pg.Client, now: number): Promise<void> {
  const began = performance.now();
  while ((await sumDaysStep({ pool, clock: { now: () => now } }, TENANT)) === 'more');
  await owner.query('VACUUM ANALYZE scout.account_days, scout.unsummed_days');
  console.error(`days of activity summed in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

/** Stores the rollups of a failed logon of that time, as ingest does. */
async function storeLate(pool: pg.Pool, time: number): Promise<void> {
  const fold = new RollupFold();
  fold.add({
    rule: 'failed-logons',
    time,
    serviceAccount: 'svc.app1',
    serviceAccountKey: 'svc.app1',
    computer: null,
    computerKey: null,
    server: 'PRD-SQL1',
    serverKey: 'prd-sql1',
    process: null,
    failureReason: 'reason 1',
    sourceHosts: ['WS-3'],
    subjectUser: 'user1',
    subjectUserKey: 'user1',
    change: null,
  });
  await withRole(pool, { role: 'scout_ingest', tenantId: TENANT }, async (_tx, client) => {
    const changed = { days: [Math.floor(time / DAY)], from: time };
    const rollups = fold.array()!;
    const { rows } = await client.query<{ window_end: string }>(sumsDue(TENANT, changed, rollups));
    await client.query(UPSERT_ROLLUPS, [TENANT, rollups]);
    if (rows[0])
      for (const amendment of sumsAmended(client, TENANT, changed, rows[0].window_end, rollups))
        await client.query(amendment);
  });
}

/** The snapshot of a poll that has seen everything. */
async function snapshotOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  return rows[0]!.snapshot;
}

async function timesOf(
  pool: pg.Pool,
  recorder: Recorder,
  { name, read, large = false }: ReadingQuery,
  { rounds, explained }: Options,
): Promise<Times> {
  const once = () =>
    withRole(pool, { role: 'scout_member', tenantId: TENANT, userId: 'u' }, (tx: Transaction) => read(tx));
  const statements = await recorder.statementsOf(once);
  const bytes = (JSON.stringify(await once()) ?? '').length;
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await once();
    taken.push(performance.now() - began);
  }
  taken.sort((a, b) => a - b);
  const plans: Plan[] = [];
  if (explained) for (const statement of statements) plans.push(await explain(pool, statement));
  return {
    name,
    large,
    p50: taken[Math.floor(rounds / 2)]!,
    p95: taken[Math.ceil(rounds * 0.95) - 1]!,
    bytes,
    plans,
  };
}
