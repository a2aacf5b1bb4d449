import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** The project's migrations: db/migrations at the root of the checkout. */
export const migrationsDirectory = fileURLToPath(new URL('../../../../db/migrations/', import.meta.url));

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
  /** Earlier texts of an edited file; empty for migrations made since files are never edited. */
  readonly earlier: readonly EarlierText[];
}

/** An earlier text of a migration, and SQL that updates a database made with it. */
export interface EarlierText {
  /** The first 16 digits of its SHA-256. */
  readonly checksum: string;
  readonly sql: string;
}

/** Four digits below 0900 are from before time stamps; that set is closed. `0839_…` sorts before `20261122T0915_…`. */
const fileName =
  /^(0[0-8]\d{2}|20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])[0-5]\d)_[a-z0-9_]+\.sql$/;

/**
 * Reads a directory's migrations in the order of their names, and from its `earlier` directory the updates for databases made
 * with a since edited text. Throws MigrationError for an invalid name.
 */
export async function readMigrations(directory = migrationsDirectory): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const files: MigrationFile[] = [];
  const byPrefix = new Map<string, string>();
  for (const name of names) {
    const prefix = fileName.exec(name)?.[1];
    if (prefix === undefined) {
      throw new MigrationError(
        `Migration ${name} should be named after the time in UTC at which it was begun: YYYYMMDDTHHMM_<name>.sql.`,
      );
    }
    const other = byPrefix.get(prefix);
    if (other !== undefined)
      throw new MigrationError(`Migrations ${other} and ${name} have the same number or time.`);
    byPrefix.set(prefix, name);
    const sql = await readText(join(directory, name));
    const checksum = createHash('sha256').update(sql).digest('hex');
    files.push({ name, sql, checksum, earlier: await readEarlier(join(directory, 'earlier'), name) });
  }
  return files;
}

async function readText(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
}

/** Reads `<migration>.<checksum>.sql` of the directory, which is optional. */
async function readEarlier(directory: string, name: string): Promise<EarlierText[]> {
  const stem = name.slice(0, -'.sql'.length);
  const earlier: EarlierText[] = [];
  for (const file of existsSync(directory) ? (await readdir(directory)).sort() : []) {
    const checksum = file.startsWith(`${stem}.`)
      ? /^([0-9a-f]{16})\.sql$/.exec(file.slice(stem.length + 1))?.[1]
      : undefined;
    if (checksum !== undefined) earlier.push({ checksum, sql: await readText(join(directory, file)) });
  }
  return earlier;
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
 * Applies missing migrations in the order of their names, each in its own transaction, after comparing the applied ones with the
 * files. A migration that landed late may sort before applied ones. The client is the owner's, holds the migration lock and has
 * no open transaction. Returns the names applied now. Throws MigrationError with an actionable message.
 */
export async function migrate(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  await requireVersion(client);
  await createLedger(client);
  const { renamed, edited, pending } = await compare(client, files);
  for (const [name, file] of renamed) {
    await client.query('UPDATE scout.schema_migrations SET name = $2 WHERE name = $1', [name, file.name]);
  }
  for (const [file, earlier] of edited) await follow(client, file, earlier);
  for (const file of pending) await apply(client, file);
  if (pending.length > 0) await letOwnerBackUp(client);
  return pending.map((file) => file.name);
}

/** New tables get the policy of 20261123T0845_owner_backs_up.sql, if that one is applied. */
async function letOwnerBackUp(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regprocedure('scout.let_owner_back_up()') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists) await client.query('SELECT scout.let_owner_back_up()');
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

interface Comparison {
  /** Applied with the same text under an earlier name. */
  readonly renamed: readonly (readonly [string, MigrationFile])[];
  /** Applied with an earlier text. */
  readonly edited: readonly (readonly [MigrationFile, EarlierText])[];
  readonly pending: readonly MigrationFile[];
}

async function compare(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<Comparison> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM scout.schema_migrations ORDER BY name COLLATE "C"',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  if (applied.has(restoreMarker)) {
    throw new MigrationError(
      'A restore into this database was cut off, so it holds a part of the backup. Run scout restore once more.',
    );
  }
  const known = new Set(files.map(({ name }) => name));
  const renamed: [string, MigrationFile][] = [];
  for (const { name, checksum } of rows.filter((row) => !known.has(row.name))) {
    const file = files.find((one) => one.checksum === checksum && !applied.has(one.name));
    if (file !== undefined) {
      renamed.push([name, file]);
      applied.set(file.name, checksum);
      continue;
    }
    throw new MigrationError(
      `The database has migration ${name}, which this Scout does not have: a newer or another version migrated it. ` +
        'Start that version or a newer one.',
    );
  }
  const edited: [MigrationFile, EarlierText][] = [];
  for (const file of files) {
    const checksum = applied.get(file.name);
    if (checksum === undefined || checksum === file.checksum) continue;
    const earlier = file.earlier.find((text) => checksum.startsWith(text.checksum));
    if (!earlier) {
      throw new MigrationError(
        `Migration ${file.name} was changed after it had been applied (SHA-256 ${checksum} then, ` +
          `${file.checksum} now). Restore the file and put the change into a new migration.`,
      );
    }
    edited.push([file, earlier]);
  }
  return { renamed, edited, pending: files.filter(({ name }) => !applied.has(name)) };
}

/** Updates the result of a migration's earlier text to that of the current file. */
async function follow(client: pg.ClientBase, file: MigrationFile, earlier: EarlierText): Promise<void> {
  await inTransaction(client, `${file.name}, as edited`, async () => {
    await client.query(earlier.sql);
    await client.query('UPDATE scout.schema_migrations SET checksum = $2 WHERE name = $1', [
      file.name,
      file.checksum,
    ]);
  });
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
