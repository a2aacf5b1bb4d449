import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** Where the project's migrations lie: db/migrations at the root of the checkout. */
export const migrationsDirectory = fileURLToPath(new URL('../../../../db/migrations/', import.meta.url));

/** Any 64-bit number will do, so long as nothing else in the database uses it. */
const lockKey = '7296385140271';

const oldestVersion = 150_000;

/** A fault that a person has to put right before the server can start. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with LF line ends, hexadecimal. */
  readonly checksum: string;
}

/** Reads `NNNN_name.sql` files in the order of their numbers. Throws MigrationError on a name that does not fit. */
export async function readMigrations(directory = migrationsDirectory): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const files: MigrationFile[] = [];
  const byNumber = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) {
      throw new MigrationError(`Migration ${name} should be named NNNN_<name>.sql.`);
    }
    const other = byNumber.get(number);
    if (other !== undefined)
      throw new MigrationError(`Migrations ${other} and ${name} have the same number.`);
    byNumber.set(number, name);
    const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
    files.push({ name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
  }
  return files;
}

/** Runs work while no other process migrates this database. */
export async function withMigrationLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`SELECT pg_advisory_lock(${lockKey})`);
  try {
    return await work();
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lockKey})`);
  }
}

/**
 * Brings the database up to the newest migration, each file in a transaction of its own, after comparing the files already
 * applied with what was applied. The client is the owner's, holds the migration lock and has no open transaction.
 * Returns the names applied now. Throws MigrationError with a sentence to act on.
 */
export async function migrate(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  await requireVersion(client);
  await createLedger(client);
  const pending = await compare(client, files);
  for (const file of pending) await apply(client, file);
  return pending.map((file) => file.name);
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

async function compare(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM scout.schema_migrations ORDER BY name',
  );
  for (const [index, row] of applied.entries()) {
    const file = files[index];
    if (!file) {
      throw new MigrationError(
        `The database was migrated by a newer Scout (it has ${row.name}). Start that version or a newer one.`,
      );
    }
    if (file.name !== row.name) {
      throw new MigrationError(
        `The database has migration ${row.name} where this Scout has ${file.name}. They come from different histories.`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new MigrationError(
        `Migration ${file.name} was changed after it had been applied (SHA-256 ${row.checksum} then, ` +
          `${file.checksum} now). Restore the file and put the change into a new migration.`,
      );
    }
  }
  return files.slice(applied.length);
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
    throw explained(what, error);
  }
}

/** What the migration role must be able to do; said by the error and by docs/operations.md in the same words. */
export const rightsNeeded = 'The role in DATABASE_URL needs CREATEROLE and, on the database, CREATE.';

function explained(what: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === '42501') {
    return new MigrationError(`${what}: ${error.message}. ${rightsNeeded}`, { cause: error });
  }
  return new MigrationError(`${what}: ${error.message}`, { cause: error });
}
