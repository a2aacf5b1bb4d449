import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURED_RULES } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { countTenantEvents, tenantEventTypes } from '@scout/server/modules/events/sql/countedEvents';
import { readFigures } from '@scout/server/modules/events/sql/figures/readFigures';
import { readIncidents } from '@scout/server/modules/events/sql/incidents';
import { sumStep } from '@scout/server/modules/events/sql/sumStep';
import { readTenantEvents } from '@scout/server/modules/events/sql/tenantEvents';
import { lockDataDirectory } from '@scout/server/platform/database/embedded/lock';
import { startEmbedded } from '@scout/server/platform/database/embedded/start';
import { openDatabase } from '@scout/server/platform/database/open';
import { type Transaction, withRole } from '@scout/server/platform/database/pool';
import pg from 'pg';
import { fill, TENANT } from './fill.ts';

/** Of a response to the browser. */
const BUDGET = { rows: 5_000, text: 4_096, bytes: 4 * 2 ** 20 };

type Query = (tx: Transaction) => Promise<unknown>;
interface Times {
  readonly median: number;
  readonly p95: number;
}

/** Measures every figure, count and search at each size; first without sums of days, then with them. */
export async function measureFigures(
  sizes: readonly number[],
  accounts: number,
  rounds: number,
): Promise<void> {
  console.log(
    `${cpus()[0]?.model}, Node ${process.version}, ${accounts} accounts, ${rounds} rounds, median (p95) in ms`,
  );
  for (const events of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'scout-bench-'));
    try {
      await measureSize(folder, events, accounts, rounds);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function measureSize(folder: string, events: number, accounts: number, rounds: number): Promise<void> {
  await using made = new AsyncDisposableStack();
  const lock = await lockDataDirectory(join(folder, 'database'));
  made.defer(() => lock.release());
  const cluster = await startEmbedded(lock);
  made.defer(() => cluster.stop());
  const database = await openDatabase(cluster.url, 'x'.repeat(40), {
    onNotice: () => {},
    onError: console.error,
  });
  made.defer(() => database.close());
  const owner = new pg.Client({ connectionString: cluster.url });
  await owner.connect();
  made.defer(() => owner.end());
  await fill(owner, events, accounts);

  const measure = async (query: Query, times: number): Promise<Times> => {
    const taken: number[] = [];
    for (let round = 0; round <= times; round += 1) {
      const began = performance.now();
      await withRole(database.pool, { role: 'scout_member', tenantId: TENANT, userId: 'u' }, query);
      if (round > 0) taken.push(performance.now() - began);
    }
    taken.sort((a, b) => a - b);
    return { median: taken[Math.floor(times / 2)]!, p95: taken[Math.ceil(times * 0.95) - 1]! };
  };
  const queries = queriesAt(Date.now());
  const figures = Object.entries(queries).filter(([name]) => name.startsWith('figures'));
  const before = new Map<string, Times>();
  for (const [name, query] of figures) before.set(name, await measure(query, Math.min(rounds, 5)));

  const began = performance.now();
  while ((await sumStep({ pool: database.pool, clock: Date }, TENANT)) === 'more');
  const summing = performance.now() - began;
  await owner.query('VACUUM ANALYZE scout.rollup_sums');
  console.log(`\n${events.toLocaleString('en-US')} events; sums made in ${(summing / 1_000).toFixed(1)} s`);
  console.log(`${''.padEnd(46)}${'without sums'.padStart(20)}${'now'.padStart(20)}`);
  for (const [name, query] of Object.entries(queries)) {
    const without = before.get(name);
    const now = await measure(query, rounds);
    console.log(`${name.padEnd(46)}${(without ? text(without) : '').padStart(20)}${text(now).padStart(20)}`);
  }
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
}

const text = ({ median, p95 }: Times): string => `${median.toFixed(1)} (${p95.toFixed(1)})`;

function queriesAt(now: number): Record<string, Query> {
  const clock = { now, timeZone: 'Europe/Zurich' };
  const scope = {
    tenantId: TENANT,
    eventType: undefined,
    from: new Date(now - 30 * DAY).toISOString(),
    to: new Date(now).toISOString(),
  };
  const incidents =
    (narrow: object): Query =>
    (tx) =>
      readIncidents(tx, { ...scope, rule: 'failed-logons', limit: 100, ...narrow });
  return {
    ...Object.fromEntries(
      FIGURED_RULES.map((rule): [string, Query] => [
        `figures of ${rule}`,
        (tx) => readFigures(tx, TENANT, rule, clock),
      ]),
    ),
    'figures of failed-logons, seven days': (tx) =>
      readFigures(tx, TENANT, 'failed-logons', { ...clock, since: now - 7 * DAY }),
    'count of events': (tx) => countTenantEvents(tx, scope),
    'count of one type': (tx) => countTenantEvents(tx, { ...scope, eventType: 'WINDOWS_SECURITY_4625' }),
    types: (tx) => tenantEventTypes(tx, scope),
    'newest 100 events': (tx) => readTenantEvents(tx, scope, { ...BUDGET, rows: 100 }, null),
    'newest 5,000 events': (tx) => readTenantEvents(tx, scope, BUDGET, null),
    'newest 100 events of one type': (tx) =>
      readTenantEvents(tx, { ...scope, eventType: 'WINDOWS_SECURITY_4648' }, { ...BUDGET, rows: 100 }, null),
    'newest incidents': incidents({}),
    'incidents of an account': incidents({ account: 'svc.app7' }),
    'incidents of a server': incidents({ server: 'PRD-SQL7' }),
    'incidents of a user': incidents({ user: 'user7' }),
    'incidents of a source, frequent': incidents({ source: 'WS-7' }),
    'incidents of a source, rare': incidents({ source: 'WS-8990' }),
    'incidents of a source, none': incidents({ source: 'NOBODY' }),
  };
}
