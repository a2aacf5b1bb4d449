import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMemory } from '@scout/server/modules/cases/assessor/memory';
import { readAccountFacets } from '@scout/server/modules/cases/sql/accountFacets';
import { listAccounts, readAccount } from '@scout/server/modules/cases/sql/accounts';
import { readSettings } from '@scout/server/modules/cases/sql/assessor/settings';
import { readPostures } from '@scout/server/modules/cases/sql/postures';
import { registerNext } from '@scout/server/modules/directory/sql/register';
import { lockDataDirectory } from '@scout/server/platform/database/embedded/lock';
import { startEmbedded } from '@scout/server/platform/database/embedded/start';
import { openDatabase } from '@scout/server/platform/database/open';
import { type Transaction, withRole } from '@scout/server/platform/database/pool';
import pg from 'pg';
import { fill, TENANT } from './register/fill.ts';

const HELP = `npm run bench:register -- [--accounts N,N] [--rounds N]

How long the register takes with the accounts of a directory: comparing it after a sync, its list, searches, filters, counts, one page of
an account, postures, and what the assessor reads. Nine of ten accounts of the directory are service accounts; 1,800 are used.

  --accounts N,N  accounts of the directory (default 10000,60000)
  --rounds N      of each query, after one that is not counted (default 20)
  --help          print this`;

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '10000,60000' },
    rounds: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
const sizes = values.accounts.split(',').map(Number);
const rounds = Number(values.rounds);

if (values.help) console.log(HELP);
else if (![...sizes, rounds].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error(HELP);
  process.exitCode = 2;
} else {
  console.log(`${cpus()[0]?.model}, Node ${process.version}, ${rounds} rounds, median (p95) in ms`);
  for (const size of sizes) await measure(size);
}

async function measure(accounts: number): Promise<void> {
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
  const now = Date.now();
  await fill(owner, accounts, new Date(now));
  const began = performance.now();
  while (await registerNext(database.pool, now));
  const { rows } = await owner.query<{ n: string }>('SELECT count(*) AS n FROM scout.service_accounts');
  console.log(
    `\n${accounts.toLocaleString('en-US')} accounts of a directory, ${Number(rows[0]!.n).toLocaleString('en-US')} in the register`,
  );
  console.log(`  ${'first comparison'.padEnd(28)}${Math.round(performance.now() - began)}`);
  await owner.query('VACUUM ANALYZE');
  for (const [name, query] of Object.entries(queries(now)))
    print(name, await timesOf(() => asMember(database.pool, query)));
  print(
    'comparison without change',
    await timesOf(async () => {
      await owner.query('UPDATE scout.directories SET registered_version = NULL');
      while (await registerNext(database.pool, now));
    }),
  );
  const kept = createMemory();
  for (const [name, memory] of [
    ["assessor's settings", kept],
    ['the same after a sync', undefined],
  ] as const)
    print(
      name,
      await timesOf(() =>
        withRole(database.pool, { role: 'scout_assessor', tenantId: TENANT }, (_tx, client) =>
          readSettings(client, TENANT, 0, memory),
        ),
      ),
    );
}

type Query = (tx: Transaction) => Promise<unknown>;

function asMember(pool: pg.Pool, query: Query): Promise<unknown> {
  return withRole(pool, { role: 'scout_member', tenantId: TENANT }, query);
}

function queries(now: number): Record<string, Query> {
  return {
    list: (tx) => listAccounts(tx, TENANT, { limit: 200 }, now),
    'second page': (tx) => listAccounts(tx, TENANT, { limit: 200, cursor: '0_svc.job005000' }, now),
    'search for a name': (tx) => listAccounts(tx, TENANT, { limit: 200, text: 'job004321' }, now),
    'search for a machine': (tx) => listAccounts(tx, TENANT, { limit: 200, text: 'prd-sql15' }, now),
    'search for nothing': (tx) => listAccounts(tx, TENANT, { limit: 200, text: 'zzzz' }, now),
    'never seen': (tx) => listAccounts(tx, TENANT, { limit: 200, use: 'never' }, now),
    privileged: (tx) => listAccounts(tx, TENANT, { limit: 200, posture: 'privileged' }, now),
    counts: (tx) => readAccountFacets(tx, TENANT, {}, now),
    'counts of a search': (tx) => readAccountFacets(tx, TENANT, { text: 'job0043' }, now),
    account: (tx) => readAccount(tx, TENANT, 'svc.job000007', now),
    postures: (tx) => readPostures(tx, TENANT, { limit: 1_000 }, now),
  };
}

interface Times {
  readonly median: number;
  readonly p95: number;
}

async function timesOf(work: () => Promise<unknown>): Promise<Times> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return { median: at(0.5), p95: at(0.95) };
}

function print(name: string, { median, p95 }: Times): void {
  console.log(`  ${name.padEnd(28)}${Math.round(median)} (${Math.round(p95)})`);
}
