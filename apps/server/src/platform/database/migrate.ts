import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** The project's migrations: db/migrations at the root of the checkout. */
export const migrationsDirectory = fileURLToPath(new URL('../../../../../db/migrations/', import.meta.url));

/** An arbitrary 64-bit number, unique in the database. */
const lockKey = '7296385140271';

const oldestVersion = 150_000;

/** Marker in the migration ledger during a restore: no server starts on partial data. */
export const restoreMarker = 'restore under way';

/** A fault that must be corrected before the server can start. The message says how. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with LF line ends, hexadecimal. */
  readonly checksum: string;
}

/** The first migration: the files of the folder of this name, by subject, in the order of their names. */
export const baselineName = 'baseline';

const fileName =
  /^(20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])[0-5]\d)_[a-z0-9_]+\.sql$/;

/** Reads a directory's migrations: the baseline, then the files in the order of their names. Throws MigrationError for an invalid name. */
export async function readMigrations(directory = migrationsDirectory): Promise<MigrationFile[]> {
  const files = [await readBaseline(join(directory, baselineName))];
  const byTime = new Map<string, string>();
  for (const name of await namesOfSql(directory)) {
    const time = fileName.exec(name)?.[1];
    if (time === undefined) {
      throw new MigrationError(
        `Migration ${name} should be named after the time in UTC at which it was begun: YYYYMMDDTHHMM_<name>.sql.`,
      );
    }
    const other = byTime.get(time);
    if (other !== undefined) throw new MigrationError(`Migrations ${other} and ${name} have the same time.`);
    byTime.set(time, name);
    files.push(migrationOf(name, await readText(join(directory, name))));
  }
  return files;
}

async function readBaseline(directory: string): Promise<MigrationFile> {
  const names = await namesOfSql(directory);
  const texts = await Promise.all(names.map((name) => readText(join(directory, name))));
  return migrationOf(baselineName, texts.join('\n'));
}

async function namesOfSql(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
}

async function readText(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
}

function migrationOf(name: string, sql: string): MigrationFile {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** True for the migrations of a database or backup made by an unreleased version, which had no baseline. */
export function areUnreleased(names: readonly string[]): boolean {
  return names.some((name) => name !== restoreMarker) && !names.includes(baselineName);
}

/**
 * Runs work while no other process migrates this database. With Citus, what it creates and changes stays on the coordinator, unless it
 * says otherwise; elsewhere the setting has no meaning.
 */
export async function withMigrationLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`SET citus.enable_ddl_propagation = off; SELECT pg_advisory_lock(${lockKey})`);
  try {
    return await work();
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lockKey}); RESET citus.enable_ddl_propagation`);
  }
}

/**
 * Applies missing migrations in the order of their names, each in its own transaction, after comparing the applied ones with the
 * files. A migration that landed late may sort before applied ones. The client is the owner's, holds the migration lock and has
 * no open transaction. Returns the names applied now. Throws MigrationError with an actionable message.
 */
export async function migrate(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  await requireVersion(client);
  await createLedger(client);
  const pending = await missing(client, files);
  for (const file of pending) await apply(client, file);
  if (pending.length > 0) await letOwnerBackUp(client);
  return pending.map((file) => file.name);
}

/**
 * A backup is made by the owner, whom FORCE ROW LEVEL SECURITY binds where it is no superuser. Every new table gets a policy for it to
 * read by, which holds only in a transaction that says it makes a backup; anything else of the owner's still reads nothing.
 */
async function letOwnerBackUp(client: pg.ClientBase): Promise<void> {
  await client.query(`
    DO $$
    DECLARE
      v_table regclass;
    BEGIN
      FOR v_table IN
        SELECT c.oid FROM pg_class c
        WHERE c.relnamespace IN (to_regnamespace('scout'), to_regnamespace('auth')) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname IN ('owner_all', 'owner_backs_up'))
      LOOP
        EXECUTE format(
          'CREATE POLICY owner_backs_up ON %s FOR SELECT TO CURRENT_USER USING (current_setting(''scout.backup'', true) = ''on'')',
          v_table);
      END LOOP;
    END
    $$`);
}

async function requireVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text`,
  );
  const version = rows[0]!;
  if (version.number < oldestVersion) {
    throw new MigrationError(`Scout needs PostgreSQL 15 or newer; DATABASE_URL leads to ${version.text}.`);
  }
}

async function createLedger(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('scout.schema_migrations') IS NOT NULL AS exists`);
  if (rows[0].exists) return;
  await inTransaction(client, 'scout.schema_migrations', async () => {
    await client.query(`
      CREATE SCHEMA IF NOT EXISTS scout;
      CREATE TABLE scout.schema_migrations (
        name text PRIMARY KEY,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      );
      ALTER TABLE scout.schema_migrations ENABLE ROW LEVEL SECURITY;
      ALTER TABLE scout.schema_migrations FORCE ROW LEVEL SECURITY;
      CREATE POLICY owner_all ON scout.schema_migrations TO CURRENT_USER USING (true) WITH CHECK (true);
    `);
  });
}

/** The migrations that the database does not have, after a comparison of those that it has. */
async function missing(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM scout.schema_migrations ORDER BY name COLLATE "C"',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  if (applied.has(restoreMarker)) {
    throw new MigrationError(
      'A restore into this database was interrupted, so it holds only part of the backup. Run scout restore again.',
    );
  }
  if (areUnreleased([...applied.keys()])) {
    throw new MigrationError(
      'The database was made by an unreleased version of Scout and cannot be upgraded: start with an empty data folder ' +
        '(SCOUT_DATA_DIR), or with an empty database in DATABASE_URL.',
    );
  }
  const known = new Set(files.map(({ name }) => name));
  const unknown = rows.find(({ name }) => !known.has(name));
  if (unknown) {
    throw new MigrationError(
      `The database has migration ${unknown.name}, which this Scout does not have: a newer or another version migrated it. ` +
        'Start that version or a newer one.',
    );
  }
  for (const file of files) {
    const checksum = applied.get(file.name);
    if (checksum === undefined || checksum === file.checksum) continue;
    throw new MigrationError(
      `Migration ${file.name} was changed after it had been applied (SHA-256 ${checksum} then, ` +
        `${file.checksum} now). Restore the file and put the change into a new migration.`,
    );
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.ClientBase, file: MigrationFile): Promise<void> {
  await inTransaction(client, file.name, async () => {
    await client.query(file.sql);
    await client.query('INSERT INTO scout.schema_migrations (name, checksum) VALUES ($1, $2)', [
      file.name,
      file.checksum,
    ]);
  });
}

async function inTransaction(client: pg.ClientBase, what: string, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw explainedRights(what, error);
  }
}

/** Privileges that the migration role needs; the error and docs/operations.md use the same text. */
export const rightsNeeded =
  'The role in DATABASE_URL needs CREATEROLE and, on the database, CREATE, and, where another role made the roles scout_… of this ' +
  'cluster, these WITH ADMIN OPTION.';

/** Adds the subject to an error and, for a missing privilege, the required ones. */
export function explainedRights(what: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === '42501') {
    return new MigrationError(`${what}: ${error.message}. ${rightsNeeded}`, { cause: error });
  }
  return new MigrationError(`${what}: ${error.message}`, { cause: error });
}
