import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { assess } from '@scout/server/modules/cases/assessor/assess';
import { createMemory } from '@scout/server/modules/cases/assessor/memory';
import { lockDataDirectory } from '@scout/server/platform/database/embedded/lock';
import { startEmbedded } from '@scout/server/platform/database/embedded/start';
import { openDatabase } from '@scout/server/platform/database/open';
import pg from 'pg';
import { storeMonth } from './assessor/month.ts';
import { cpuSeconds } from './ingest/cpu.ts';
import { install } from './ingest/installation.ts';

const HELP = `npm run bench:assessor -- [--accounts N] [--days D] [--here]

The activity of a month is there at once, and a real server assesses it. It reports the time until all is assessed, CPU an event, and
how long the server takes for GET /health meanwhile, asked every 20 ms, beside the same before.

  --accounts N  service accounts (default 5000)
  --days D      days of history (default 30)
  --here        assess in this process, and tell the longest time that it computes without a pause
  --help        print this`;

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '5000' },
    days: { type: 'string', default: '30' },
    here: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [accounts, days] = [Number(values.accounts), Number(values.days)];

if (values.help) console.log(HELP);
else if (![accounts, days].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error(HELP);
  process.exitCode = 2;
} else if (values.here) await assessHere();
else await assessByServer();

async function assessByServer(): Promise<void> {
  await using installation = await install([]);
  const { ownerUrl, tenantId, url, serverPid, postmasterPid } = installation;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const idle = await healthTimes(url, () => pause(3_000));
    const events = await storeMonth(owner, tenantId, { accounts, days, now: Date.now() });
    const began = performance.now();
    const before = cpuSeconds(serverPid, postmasterPid);
    const busy = await healthTimes(url, () => assessed(owner, tenantId));
    const seconds = (performance.now() - began) / 1_000;
    const after = cpuSeconds(serverPid, postmasterPid);
    const cpu =
      before && after
        ? `, ${perEvent(after.server - before.server, events)} µs CPU an event in the server, ${perEvent(after.postgres - before.postgres, events)} µs in PostgreSQL`
        : '';
    console.log(
      `${count(events)} events of ${count(accounts)} accounts assessed in ${seconds.toFixed(1)} s${cpu}`,
    );
    console.log(`GET /health before: ${inWords(idle)}; meanwhile: ${inWords(busy)}`);
  } finally {
    await owner.end();
  }
}

/** Resolves when everything is assessed. */
async function assessed(owner: pg.Client, tenantId: string): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ done: boolean }>(
      `SELECT EXISTS (SELECT FROM scout.assessments WHERE tenant_id = $1 AND behind_since IS NULL AND closed_through IS NOT NULL)
         AND $1 NOT IN (SELECT scout.tenants_to_assess(now())) AS done`,
      [tenantId],
    );
    if (rows[0]!.done) return;
    await pause(250);
  }
}

/** Milliseconds of each response during `work`. */
async function healthTimes(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${url}/health`)).arrayBuffer();
    times.push(performance.now() - began);
    await pause(20);
  }
  await working;
  return times.sort((a, b) => a - b);
}

async function assessHere(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-bench-'));
  await using made = new AsyncDisposableStack();
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const lock = await lockDataDirectory(folder);
  made.defer(() => lock.release());
  const cluster = await startEmbedded(lock);
  made.defer(() => cluster.stop());
  const database = await openDatabase(cluster.url, 'x'.repeat(43));
  made.defer(() => database.close());
  const owner = new pg.Client({ connectionString: cluster.url });
  await owner.connect();
  made.defer(() => owner.end());
  const tenantId = crypto.randomUUID();
  await owner.query(
    `INSERT INTO scout.tenants (tenant_id, company_name, company_key, is_subscribed, created_at, updated_at)
     VALUES ($1, 'Northwind Bank', 'northwind bank', true, now(), now())`,
    [tenantId],
  );
  const events = await storeMonth(owner, tenantId, { accounts, days, now: Date.now() });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const parts = { pool: database.pool, clock: Date, memory: createMemory() };
  const began = performance.now();
  let runs = 1;
  while ((await assess(parts, tenantId)) === 'more') runs += 1;
  const seconds = (performance.now() - began) / 1_000;
  delays.disable();
  console.log(
    `${count(events)} events of ${count(accounts)} accounts assessed here in ${seconds.toFixed(1)} s, ${runs} runs`,
  );
  console.log(`longest without a pause: ${Math.round(delays.max / 1e6)} ms`);
}

function inWords(times: readonly number[]): string {
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(1);
  return `median ${at(0.5)} ms, 99 of 100 ${at(0.99)} ms, longest ${at(1)} ms (${times.length} answers)`;
}

function perEvent(seconds: number, events: number): string {
  return ((seconds * 1e6) / events).toFixed(1);
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
