import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isMarkedSql } from '../../../platform/database/distribution/layout.ts';
import {
  areUnreleased,
  type MigrationFile,
  migrate,
  readMigrations,
  restoreMarker,
  withMigrationLock,
} from '../../../platform/database/migrate.ts';
import { readRows } from '../sql/backup/readRows.ts';
import { type BackedUpTable, columnsOf, nameOf, readTables, sqlOf } from '../sql/backup/tables.ts';
import type { Head, Manifest } from './manifest.ts';
import { connectOwner } from './ownersDatabase.ts';
import type { Progress } from './progress.ts';
import { readSegments } from './readBackup.ts';
import { BackupRefusal } from './refusal.ts';
import type { BackupKey } from './seal.ts';

export interface RestoreOptions {
  /** The owner's URL of an empty database. */
  readonly url: string;
  readonly path: string;
  readonly secret: BackupKey;
  /** Head of this verified file. */
  readonly head: Head;
  readonly manifest: Manifest;
  readonly progress: Progress;
  /** Last step before a server may start on the database. */
  readonly complete: () => Promise<void>;
  /** This Scout's own, unless given. */
  readonly migrations?: readonly MigrationFile[] | undefined;
}

/**
 * Restores into an empty database: the backup's migrations and rows, followed by a comparison of every table with the manifest.
 * An interrupted restore leaves a mark: no server starts on the database, and the next restore starts over.
 * @throws BackupRefusal
 */
export async function restoreDatabase(options: RestoreOptions): Promise<void> {
  const { url, path, secret, head, manifest, progress, complete } = options;
  const files = migrationsOf(head, options.migrations ?? (await readMigrations()));
  await using owner = await connectOwner(url);
  await withMigrationLock(owner, async () => {
    await requireEmpty(owner, files);
    await migrate(owner, files);
    await requireSameTables(owner, head);
    await owner.query('INSERT INTO scout.schema_migrations (name, checksum) VALUES ($1, $1)', [
      restoreMarker,
    ]);
    for (const day of head.days)
      await owner.query('SELECT scout.ensure_partitions($1::date, $1::date, $2)', [day, head.made_at]);
    await empty(owner, head.tables);
    const tables = new Map(head.tables.map((table) => [nameOf(table), table]));
    for await (const { table, pieces } of readSegments(path, secret)) {
      await copyIn(owner, tables.get(table)!, watched(pieces, table, progress));
    }
    await compare(owner, head.tables, manifest, progress);
    await complete();
    await owner.query('DELETE FROM scout.schema_migrations WHERE name = $1', [restoreMarker]);
  });
}

/**
 * This Scout's files of the migrations in the backup's database, in the order in which they are applied, the baseline first; later ones
 * are applied at the next start of a server.
 */
function migrationsOf({ migrations }: Head, all: readonly MigrationFile[]): MigrationFile[] {
  if (areUnreleased(migrations.map(({ name }) => name))) {
    throw new BackupRefusal('The backup was made by an unreleased version of Scout and cannot be restored.');
  }
  const known = new Map(all.map((file) => [file.name, file]));
  for (const { name, checksum } of migrations) {
    const file = known.get(name);
    if (file === undefined) {
      throw new BackupRefusal(
        `The backup has migration ${name}, which this Scout does not have: a newer or another version made it. Restore with that version or a newer one.`,
      );
    }
    if (file.checksum !== checksum)
      throw new BackupRefusal(
        `The backup was made with a different version of migration ${name}. Restore with the version that made it.`,
      );
  }
  const made = new Set(migrations.map(({ name }) => name));
  return all.filter(({ name }) => made.has(name));
}

async function requireEmpty(owner: pg.ClientBase, files: readonly MigrationFile[]): Promise<void> {
  const { rows } = await owner.query<{ exists: boolean; marked: boolean }>(
    `SELECT to_regclass('scout.schema_migrations') IS NOT NULL AS exists, ${isMarkedSql} AS marked`,
  );
  if (rows[0]?.marked)
    throw new BackupRefusal(
      'The tables of this database are distributed. Restore into one of which they are not, and distribute it then.',
    );
  if (!rows[0]?.exists) return;
  const ledger = await owner.query<{ name: string }>('SELECT name FROM scout.schema_migrations');
  const applied = ledger.rows.map(({ name }) => name);
  if (applied.includes(restoreMarker)) {
    await owner.query('DELETE FROM scout.schema_migrations WHERE name = $1', [restoreMarker]);
    await empty(owner, await readTables(owner));
  } else {
    for (const table of await readTables(owner)) {
      // The queue and its version exist before first use.
      if (table.schema === 'pgboss' || !(await hasRows(owner, table))) continue;
      throw new BackupRefusal(
        `The database is not empty: ${nameOf(table)} has rows. Restore into an empty one; nothing in this one was changed.`,
      );
    }
  }
  const wanted = new Set(files.map(({ name }) => name));
  const further = applied.find((name) => name !== restoreMarker && !wanted.has(name));
  if (further !== undefined)
    throw new BackupRefusal(
      `The database has migration ${further}, which the backup does not have. Restore into an empty database.`,
    );
}

async function hasRows(owner: pg.ClientBase, table: BackedUpTable): Promise<boolean> {
  await owner.query(beginUnbound(table));
  try {
    const { rowCount } = await owner.query(`SELECT FROM ${sqlOf(table)} LIMIT 1`);
    return rowCount === 1;
  } finally {
    await owner.query('ROLLBACK');
  }
}

async function requireSameTables(owner: pg.ClientBase, { tables }: Head): Promise<void> {
  const textOf = (table: BackedUpTable) => `${nameOf(table)} (${table.columns.toSorted().join(', ')})`;
  const made = new Set((await readTables(owner)).map(textOf));
  const other = tables.find((table) => !made.has(textOf(table)));
  if (other) throw new BackupRefusal(`The backup’s table ${textOf(other)} is not what its migrations make.`);
}

async function empty(owner: pg.ClientBase, tables: readonly BackedUpTable[]): Promise<void> {
  await owner.query(`TRUNCATE ${tables.map(sqlOf).join(', ')}`);
}

/** The policies also apply to the owner, and COPY is refused under them. Disables FORCE until the transaction ends. */
const beginUnbound = (table: BackedUpTable) =>
  `BEGIN; ALTER TABLE ONLY ${sqlOf(table)} NO FORCE ROW LEVEL SECURITY`;

async function copyIn(
  owner: pg.ClientBase,
  table: BackedUpTable,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  const name = sqlOf(table);
  await owner.query(beginUnbound(table));
  try {
    // Rows were linked and checked when first stored.
    await owner.query(`ALTER TABLE ONLY ${name} DISABLE TRIGGER USER`);
    await pipeline(
      pieces,
      owner.query(copyFrom(`COPY ${name} (${columnsOf(table)}) FROM STDIN (FORMAT binary)`)),
    );
    await owner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await owner.query(
      `ALTER TABLE ONLY ${name} ENABLE TRIGGER USER; ALTER TABLE ONLY ${name} FORCE ROW LEVEL SECURITY; COMMIT`,
    );
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function* watched(
  pieces: AsyncIterable<Buffer>,
  table: string,
  progress: Progress,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    progress.moved('Writing', table, piece.length);
    yield piece;
  }
}

async function compare(
  owner: pg.ClientBase,
  tables: readonly BackedUpTable[],
  manifest: Manifest,
  progress: Progress,
): Promise<void> {
  const expected = new Map(manifest.tables.map(({ table, ...sum }) => [table, sum]));
  for (const table of tables) {
    const name = nameOf(table);
    const rows = readRows(owner, table, beginUnbound(table));
    let step = await rows.next();
    for (; !step.done; step = await rows.next()) progress.moved('Comparing', name, step.value.bytes.length);
    const wanted = expected.get(name);
    if (step.value.rows !== wanted?.rows || step.value.checksum !== wanted.checksum) {
      throw new BackupRefusal(
        `${name} has ${step.value.rows} rows with checksum ${step.value.checksum}, and the backup says ${wanted?.rows} with ${wanted?.checksum}.`,
      );
    }
  }
}
