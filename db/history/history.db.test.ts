import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dumpSchema } from '@scout/server/database/dumpSchema';
import { installedBinaries } from '@scout/server/database/embedded/binaries';
import { ownerName, sameEverywhere } from '@scout/server/database/embedded/options';
import {
  type MigrationFile,
  migrate,
  readMigrations,
  withMigrationLock,
} from '@scout/server/database/migrate';
import { openDatabase } from '@scout/server/database/open';
import { spawnServer } from '@scout/testkit';
import { authSecret } from '@scout/testkit/authSecret';
import { startThrowAwayCluster, type TestCluster, withDatabase } from '@scout/testkit/cluster';
import { recordedMigrations } from '@scout/testkit/recordMigrations';
import { applyPatch } from 'diff';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../scripts/testLength.mjs';
import { rowsAfter, withoutRows } from './rows.ts';

/**
 * Starts databases of sets of migrations that the main branch had, with rows, with today's code: all of them in
 * `npm run test:long`. states.txt contains the sets up to the first record of all migrations (migrations.txt); each later line of
 * the record makes another set. The databases are in a separate cluster, because the first migrations change roles, which all
 * databases of a cluster share.
 */

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const today = await readMigrations();

const numberOf = (name: string) => name.slice(0, name.indexOf('_'));

/**
 * An earlier migration: `0501`, `20261122T0815`, `0501.49e55e3d42fd5576` for a text edited since, or `20261123T0850@20261123T0845`
 * for one that had the second time in its name.
 */
function fileOf(entry: string): MigrationFile {
  const [, number = '', earlier, formerly] = /^(\w+)(?:\.(\w+))?(?:@(\w+))?$/.exec(entry)!;
  const file = today.find(({ name }) => numberOf(name) === number)!;
  if (formerly !== undefined) return { ...file, name: file.name.replace(number, formerly) };
  if (earlier === undefined) return file;
  const sql = applyPatch(file.sql, read(`${file.name.slice(0, -'.sql'.length)}.${earlier}.patch`));
  if (sql === false) throw new Error(`The patch to ${file.name} does not fit`);
  return { name: file.name, sql, checksum: createHash('sha256').update(sql).digest('hex'), earlier: [] };
}

const listed = read('states.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/ {2,}/) as [string, string]);
const record = recordedMigrations();
const recordedSince = record
  .slice(listed.at(-1)![1].split(' ').length)
  .map(({ name }, index, { length }): [string, string] => [
    `after ${name}`,
    record
      .slice(0, record.length - length + index + 1)
      .map((one) => numberOf(one.name))
      .join(' '),
  ]);
const states = [...listed, ...recordedSince].map(([name, entries]) => {
  const files = entries.split(' ').map(fileOf);
  return [`${name}, ${files.length} migrations`, files] as const;
});

/** In the short form the first state, those with an earlier text or name, the newest four, and others in rotation. */
const SHORT = 32;
const needed = states.filter(
  ([, files], index) =>
    index === 0 || index >= states.length - 4 || files.some((file) => !today.includes(file)),
);
const others = states.filter((state) => !needed.includes(state));
const [seed = 0] = rotatingSeeds(1);
const chosen = lengthOf(
  new Set([
    ...needed,
    ...others.filter((_, index) => (index + seed) % Math.ceil(others.length / (SHORT - needed.length)) === 0),
  ]),
  new Set(states),
);

test('each earlier text has its checksum, a state that had it, and its repair', () => {
  const current = new Set(today.map(({ checksum }) => checksum));
  const had = states.flatMap(([, files]) => files).filter(({ checksum }) => !current.has(checksum));
  const ids = [
    ...new Set(had.map(({ name, checksum }) => `${name.slice(0, -4)}.${checksum.slice(0, 16)}`)),
  ].sort();
  const files = (directory: string, end: string) =>
    readdirSync(new URL(directory, import.meta.url))
      .filter((name) => name.endsWith(end))
      .map((name) => name.slice(0, -end.length))
      .sort();
  expect(files('.', '.patch')).toEqual(ids);
  expect(files('../migrations/earlier/', '.sql')).toEqual(ids);
});

test('no new numbers are given out: every numbered migration is in these states', () => {
  const numbered = today.filter(({ name }) => /^\d{4}_/.test(name));
  const known = new Set(states.flatMap(([, files]) => files.map(({ name }) => name)));
  expect(numbered.length).toBeGreaterThan(30);
  expect(numbered.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

let cluster: TestCluster;
let admin: pg.Client;
beforeAll(async () => {
  cluster = await startThrowAwayCluster(await installedBinaries(), sameEverywhere, 'admin');
  admin = await connect(cluster.url);
  await admin.query(`CREATE ROLE manager LOGIN CREATEROLE PASSWORD 'secret'`);
});
afterAll(async () => {
  await admin.end();
  await cluster.stop();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Those of a failed test end with the cluster.
  client.on('error', () => {});
  await client.connect();
  return client;
}

type Rows = Map<string, Record<string, unknown>[]>;

async function readRows(client: pg.Client): Promise<Rows> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('auth', 'scout', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.oid <> 'scout.schema_migrations'::regclass ORDER BY 1`,
  );
  const all: Rows = new Map();
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${name} t`,
    );
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Columns that migrations update in existing rows, or whose type they change. */
const changed: readonly (readonly [string, string])[] = [
  ['auth.factors', 'secret'],
  ['scout.agents', 'lag_seconds'],
  ['scout.enrolment_tokens', 'needs_approval'],
  ['scout.audit_logs', 'sequence'],
  ['scout.audit_logs', 'hash'],
  ['scout.activity_parts', 'body'],
];
/** Tables in which a running queue records times and counts. */
const bookkeeping = ['pgboss.queue', 'pgboss.version'];
/** Tables and columns in which a running server records its progress with work that was due. */
const progress = {
  tables: ['scout.alert_messages', 'scout.alert_steps', 'scout.channel_deliveries', 'scout.summed_tenants'],
  columns: [
    ['scout.batches', 'folded'],
    ['scout.batches', 'counted'],
    ['scout.batches', 'summed'],
    ['scout.channels', 'failing_since'],
    ['scout.event_counts', 'n'],
    ['scout.web_files', 'left_at'],
  ],
} as const;
const nothing = { tables: [], columns: [] } as const;

/** Every earlier row still exists, with all columns that were not dropped unchanged. */
function expectKept(before: Rows, after: Rows, worked: typeof progress | typeof nothing = nothing): void {
  for (const [table, rows] of before) {
    if ([...bookkeeping, ...worked.tables].includes(table)) continue;
    const now = after.get(table) ?? [];
    const columns = Object.keys(now[0] ?? {}).filter(
      (name) => ![...changed, ...worked.columns].some(([t, column]) => t === table && column === name),
    );
    const text = (row: Record<string, unknown>, of: string[]) => JSON.stringify(of.map((name) => row[name]));
    const known = columns.filter((name) => name in (rows[0] ?? {}));
    const found = now.map((row) => text(row, known));
    // 0101 ends existing sessions.
    const expected = rows.filter(({ token }) => table !== 'auth.session' || token !== 'plain');
    expect([table, found]).toEqual([table, expect.arrayContaining(expected.map((row) => text(row, known)))]);
  }
}

async function expectOfToday(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  expect(await dumpSchema(client)).toBe(read('../schema.sql'));
  const ledger = await client.query(
    'SELECT name, checksum FROM scout.schema_migrations ORDER BY name COLLATE "C"',
  );
  expect(ledger.rows).toEqual(today.map(({ name, checksum }) => ({ name, checksum })));
  const has = (number: string) => files.some(({ name }) => name.startsWith(number));
  if (has('0102')) {
    const chain = await client.query('SELECT (scout.verify_audit(tenant_id)).* FROM scout.tenants');
    const entries = has('0780') ? '4' : '3';
    expect(chain.rows).toEqual([
      { entries, first_fault: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const removed = await client.query('SELECT email FROM scout.removed_addresses');
    expect(removed.rows).toEqual([{ email: 'cy@northwind.example' }]);
  }
  const domains = await client.query('SELECT domain, state FROM scout.organization_domains');
  expect(domains.rows).toEqual([{ domain: 'northwind.example', state: 'claimed' }]);
  const waiting = await client.query('SELECT created_by FROM scout.enrolment_tokens WHERE needs_approval');
  expect(waiting.rows).toEqual(has('0601') ? [{ created_by: 'bo@northwind.example' }] : []);
}

/** Creates a database of a state like a first start: its files in the order of their names, with rows after each. */
async function createOld(
  owner: string,
  files: readonly MigrationFile[],
): Promise<{ url: string; client: pg.Client }> {
  const name = `old_${randomUUID().slice(0, 8)}`;
  await admin.query(`CREATE DATABASE ${name} OWNER ${owner}`);
  const url = new URL(withDatabase(cluster.url, name));
  if (owner === 'manager') Object.assign(url, { username: owner, password: 'secret' });
  const client = await connect(withDatabase(cluster.url, name));
  const migrating = await connect(url.href);
  for (const [index, file] of files.entries()) {
    await withMigrationLock(migrating, () => migrate(migrating, files.slice(0, index + 1)));
    if (file.name.startsWith('0006')) {
      await migrating.query('SELECT scout.ensure_partitions(current_date - 35, current_date + 3)');
    }
    const { name: latest } = today.find(({ checksum }) => checksum === file.checksum) ?? file;
    await client.query(rowsAfter[numberOf(latest)] ?? '');
  }
  await migrating.end();
  const rows = await readRows(client);
  expect(
    [...rows]
      .flatMap(([table, { length }]) => (length === 0 ? [table] : []))
      .filter((table) => !withoutRows.includes(table)),
  ).toEqual([]);
  return { url: url.href, client };
}

test.each([...chosen])('of %s: today’s code starts and keeps the rows', async (_state, files) => {
  const { url, client } = await createOld('manager', files);
  const before = await readRows(client);
  await (await openDatabase(url, authSecret)).close();
  expectKept(before, await readRows(client));
  await expectOfToday(client, files);
  await client.end();
});

/** The first state, four in between and the last. */
const started = Array.from({ length: 6 }, (_, part) => states[Math.round((part * (states.length - 1)) / 5)]!);

test.each(started)(
  'of %s, owned by a superuser: today’s server starts as a process and keeps the rows',
  { timeout: 300_000 },
  async (_state, files) => {
    const { url, client } = await createOld(ownerName, files);
    const before = await readRows(client);
    await using server = await spawnServer({ env: { DATABASE_URL: url, SCOUT_SAMPLE: 'off' } });
    expect((await fetch(`${await server.ready}/health`)).status).toBe(200);
    await server.end('SIGTERM');
    expectKept(before, await readRows(client), progress);
    await expectOfToday(client, files);
    await client.end();
  },
);
