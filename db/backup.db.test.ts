import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, restore } from '@scout/server/modules/operator/backup/commands';
import { Progress } from '@scout/server/modules/operator/backup/progress';
import { dumpSchema } from '@scout/server/platform/database/dumpSchema';
import { type Binaries, installedBinaries } from '@scout/server/platform/database/embedded/binaries';
import { sameEverywhere } from '@scout/server/platform/database/embedded/options';
import {
  migrate,
  readMigrations,
  restoreMarker,
  withMigrationLock,
} from '@scout/server/platform/database/migrate';
import { openDatabase } from '@scout/server/platform/database/open';
import { ensureUsualPartitions } from '@scout/server/platform/database/partitions';
import { authSecret } from '@scout/testkit/authSecret';
import { startThrowAwayCluster, type TestCluster, withDatabase } from '@scout/testkit/cluster';
import { systemPostgres } from '@scout/testkit/systemPostgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows as rowsOfAll, withoutRows } from './rows.ts';

/** Backup and restore of an external PostgreSQL, by an owner who is not a superuser, with rows in every table. */
const servers: [string, Binaries, readonly string[]][] = [
  ...[await installedBinaries()].map((binaries) => entry('embedded', binaries, sameEverywhere)),
  ...systemPostgres().map((binaries) => entry('Debian’s', binaries, ['--locale=C.UTF-8'])),
];

function entry(
  whose: string,
  binaries: Binaries,
  locale: readonly string[],
): [string, Binaries, readonly string[]] {
  return [`${whose} PostgreSQL ${binaries.version}`, binaries, locale];
}

const today = await readMigrations();

/** Every migration with its rows, sequentially, on a busy machine. */
const LONG_MS = 600_000;

describe.each(servers)('%s', { timeout: LONG_MS }, (_name, binaries, locale) => {
  let cluster: TestCluster;
  let admin: pg.Client;
  let folder: string;
  let fullName: string;
  let keyFile: string;
  beforeAll(async () => {
    cluster = await startThrowAwayCluster(binaries, locale, 'admin');
    admin = await connect(cluster.url);
    await admin.query(`CREATE ROLE manager LOGIN CREATEROLE PASSWORD 'secret'`);
    const { url, client } = await fill();
    fullName = new URL(url).pathname.slice(1);
    await client.end();
    folder = await mkdtemp(join(tmpdir(), 'scout-backup-'));
    keyFile = join(folder, 'backup.key');
    await writeFile(keyFile, `${'k'.repeat(43)}\n`);
  }, LONG_MS);
  afterAll(async () => {
    await admin.end();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  interface Database {
    /** The manager's URL. */
    readonly url: string;
    /** A superuser's client. */
    readonly client: pg.Client;
  }

  async function createEmpty(template = 'template0'): Promise<Database> {
    const name = `of_${randomUUID().slice(0, 8)}`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER manager`);
    const url = new URL(withDatabase(cluster.url, name));
    Object.assign(url, { username: 'manager', password: 'secret' });
    return { url: url.href, client: await connect(withDatabase(cluster.url, name)) };
  }

  /** A copy of the first one with rows in every table, which is slow to create. */
  const createFull = () => createEmpty(fullName);

  /** A database with rows in every table. */
  async function fill(): Promise<Database> {
    const { url, client } = await createEmpty();
    const owner = await connect(url);
    await withMigrationLock(owner, () => migrate(owner, today));
    await ensureUsualPartitions(owner, Date.now());
    await client.query(rowsOfAll);
    // In the DEFAULT partition.
    await client.query(`INSERT INTO scout.batch_bodies SELECT tenant_id, batch_id, now() - interval '2 years', encoding, body
      FROM scout.batch_bodies LIMIT 1`);
    await owner.end();
    return { url, client };
  }

  type Rows = Map<string, string[]>;

  async function readRows(client: pg.Client): Promise<Rows> {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('auth', 'scout', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.oid <> 'scout.schema_migrations'::regclass ORDER BY 1`,
    );
    const all: Rows = new Map();
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
      all.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return all;
  }

  let count = 0;
  /** A separate machine: a data directory and an output file. */
  async function machine(url: string) {
    const dataDir = join(folder, `machine-${++count}`);
    await mkdir(dataDir);
    const env = {
      DATABASE_URL: url,
      SCOUT_DATA_DIR: dataDir,
      SCOUT_RELEASE_KEY_FILE: join(dataDir, 'keys', 'release.pem'),
    };
    return { env, dataDir, path: join(folder, `${count}.backup`) };
  }
  const progress = () => new Progress(() => {}, new AbortController().signal);
  const make = ({ env, path }: Awaited<ReturnType<typeof machine>>) =>
    backup({ env: { ...env, SCOUT_AUTH_SECRET: authSecret }, path, keyFile, progress: progress() });
  const put = ({ env }: Awaited<ReturnType<typeof machine>>, path: string) =>
    restore({ env, path, keyFile, progress: progress() });

  test('every row of every table is restored, the schema is the same, and so are secrets and keys', async () => {
    const full = await createFull();
    const from = await machine(full.url);
    await mkdir(join(from.dataDir, 'keys'));
    await writeFile(join(from.dataDir, 'keys', 'release.pem'), 'a key');
    await writeFile(join(from.dataDir, 'keys', 'release.pem.chain.json'), '{"keys":[]}');
    await writeFile(join(from.dataDir, 'operator-token'), 'a token');
    // Before the backup is noted.
    const rows = await readRows(full.client);
    const made = await make(from);
    expect((await stat(from.path)).mode & 0o777).toBe(0o600);
    expect((await readFile(from.path)).includes('northwind.example')).toBe(false);

    const target = await createEmpty();
    const to = await machine(target.url);
    const restored = await put(to, from.path);
    expect(restored.tables).toEqual(made.tables);

    expect([...rows].filter(([name, { length }]) => length === 0 && !withoutRows.includes(name))).toEqual([]);
    expect(await readRows(target.client)).toEqual(rows);
    const counts = Object.fromEntries(made.tables.map((table) => [table.table, table.rows]));
    expect(counts).toEqual(
      Object.fromEntries(
        [...rows]
          .filter(([name]) => name !== 'pgboss.job_common')
          .map(([name, { length }]) => [name.replaceAll('"', ''), length]),
      ),
    );
    expect(await dumpSchema(target.client)).toBe(await dumpSchema(full.client));
    for (const name of ['operator-token', 'keys/release.pem', 'keys/release.pem.chain.json']) {
      expect(await readFile(join(to.dataDir, name), 'utf8')).toBe(
        await readFile(join(from.dataDir, name), 'utf8'),
      );
      expect((await stat(join(to.dataDir, name))).mode & 0o777).toBe(0o600);
    }
    expect(await readFile(join(to.dataDir, 'auth-secret'), 'utf8')).toBe(`${authSecret}\n`);

    const chain = await target.client.query(
      'SELECT (scout.verify_audit(tenant_id)).first_fault FROM scout.tenants',
    );
    expect(chain.rows).toEqual([{ first_fault: null }]);
    // A server starts on it, with the usual policies on its roles.
    const database = await openDatabase(target.url, authSecret);
    const seen = async (tenantId: string) => {
      const found = await database.withRole({ role: 'scout_member', tenantId }, (tx) =>
        tx.selectFrom('tenant_events').select('tenant_id').execute(),
      );
      return found.length;
    };
    expect(await seen('00000000-0000-4000-8000-000000000001')).toBe(2);
    expect(await seen('00000000-0000-4000-8000-000000000002')).toBe(0);
    await database.close();
    const owner = await connect(target.url);
    expect((await owner.query('SELECT FROM scout.tenants')).rowCount).toBe(0);
    await owner.end();
    await target.client.end();
    await full.client.end();
  });

  test('a backup with older migrations is restored with them, and the next start migrates it', async () => {
    const sql = 'CREATE TABLE scout.later (n int);';
    const migrations = [...today, { name: '20991231T2359_later.sql', sql, checksum: 'x' }];
    const full = await createFull();
    const from = await machine(full.url);
    await make(from);
    const target = await createEmpty();
    await restore({
      env: (await machine(target.url)).env,
      path: from.path,
      keyFile,
      progress: progress(),
      migrations,
    });
    const ledger = async () => {
      const { rows } = await target.client.query<{ name: string }>(
        'SELECT name FROM scout.schema_migrations ORDER BY name COLLATE "C"',
      );
      return rows.map(({ name }) => name);
    };
    expect(await ledger()).toEqual(today.map(({ name }) => name).sort());
    await (await openDatabase(target.url, authSecret, { migrations })).close();
    expect(await ledger()).toEqual(migrations.map(({ name }) => name).sort());
    await target.client.end();
    await full.client.end();
  });

  test('a backup of a newer or an unreleased Scout is refused, as is a migration with an unknown text', async () => {
    const full = await createFull();
    for (const [change, says] of [
      [
        `INSERT INTO scout.schema_migrations VALUES ('20991231T2359_later.sql', 'x')`,
        'a newer or another version made it',
      ],
      [
        `UPDATE scout.schema_migrations SET checksum = 'y' WHERE name = 'baseline'`,
        'a different version of migration',
      ],
      [
        `UPDATE scout.schema_migrations SET name = '0001_roles.sql' WHERE name = 'baseline'`,
        'made by an unreleased version of Scout',
      ],
    ] as const) {
      await full.client.query(change);
      const from = await machine(full.url);
      await make(from);
      const target = await createEmpty();
      await expect(put(await machine(target.url), from.path)).rejects.toThrow(says);
      const { rows } = await target.client.query(`SELECT to_regnamespace('scout') AS schema`);
      expect(rows).toEqual([{ schema: null }]);
      await target.client.end();
      await full.client.query(`DELETE FROM scout.schema_migrations WHERE name LIKE '2099%'`);
    }
    await full.client.end();
  });

  test('a database that is in use is not touched', async () => {
    const full = await createFull();
    const from = await machine(full.url);
    await make(from);
    const used = await createEmpty();
    await (await openDatabase(used.url, authSecret)).close();
    await used.client.query(
      `INSERT INTO scout.tenants (company_name, company_key, created_at, updated_at) VALUES ('Alder', 'alder', now(), now())`,
    );
    const to = await machine(used.url);
    await expect(put(to, from.path)).rejects.toThrow('The database is not empty: scout.tenants has rows');
    expect((await used.client.query('SELECT company_name FROM scout.tenants')).rows).toEqual([
      { company_name: 'Alder' },
    ]);
    await expect(readFile(join(to.dataDir, 'auth-secret'))).rejects.toThrow('ENOENT');
    await used.client.end();

    const empty = await createEmpty();
    const other = await machine(empty.url);
    await writeFile(join(other.dataDir, 'auth-secret'), 'of another installation, long enough');
    await expect(put(other, from.path)).rejects.toThrow('Restore into a data directory that is empty');
    await empty.client.end();
    await full.client.end();
  });

  test('an interrupted restore lets no server start, and the next one begins anew', async () => {
    const full = await createFull();
    const from = await machine(full.url);
    const rows = await readRows(full.client);
    await make(from);
    const target = await createEmpty();
    const to = await machine(target.url);
    const stop = new AbortController();
    const watched = new Progress(() => {}, stop.signal);
    const moved = watched.moved.bind(watched);
    watched.moved = (doing, table, bytes) => {
      if (doing === 'Writing' && table === 'scout.batches') stop.abort();
      moved(doing, table, bytes);
    };
    await expect(restore({ env: to.env, path: from.path, keyFile, progress: watched })).rejects.toThrow(
      'Stopped',
    );
    expect((await target.client.query('SELECT FROM scout.tenants')).rowCount).toBe(1);
    const marked = await target.client.query('SELECT FROM scout.schema_migrations WHERE name = $1', [
      restoreMarker,
    ]);
    expect(marked.rowCount).toBe(1);
    await expect(openDatabase(target.url, authSecret)).rejects.toThrow(
      'A restore into this database was interrupted',
    );
    await put(to, from.path);
    expect(await readRows(target.client)).toEqual(rows);
    await (await openDatabase(target.url, authSecret)).close();
    await target.client.end();
    await full.client.end();
  });

  test('a role that cannot read every row makes no backup', async () => {
    const full = await createFull();
    await full.client.query('DROP POLICY owner_backs_up ON scout.cases');
    const from = await machine(full.url);
    await expect(make(from)).rejects.toThrow('This role cannot read all of scout.cases');
    await expect(stat(from.path)).rejects.toThrow('ENOENT');
    await expect(stat(`${from.path}.partial`)).rejects.toThrow('ENOENT');
    await full.client.end();
  });
});
