import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { unrest } from '../../../platform/database/distribution/distribute.ts';
import { readRows } from '../sql/backup/readRows.ts';
import { nameOf, partitionDays, readTables } from '../sql/backup/tables.ts';
import type { Head, KeptFile, Manifest } from './manifest.ts';
import { connectOwner } from './ownersDatabase.ts';
import type { Progress } from './progress.ts';
import { encodeRecord } from './records.ts';
import { BackupRefusal } from './refusal.ts';
import { type BackupKey, seal } from './seal.ts';

/** A completed backup. */
export interface Written extends Manifest {
  readonly made_at: string;
  readonly bytes: number;
}

export interface WriteOptions {
  /** The owner's URL. */
  readonly url: string;
  readonly path: string;
  readonly secret: BackupKey;
  readonly files: readonly KeptFile[];
  readonly progress: Progress;
}

/**
 * Writes a backup of a database that may be in use: all tables from one snapshot. The file appears when complete, is readable
 * only by this user, and never overwrites another.
 * @throws BackupRefusal
 */
export async function writeBackup({ url, path, secret, files, progress }: WriteOptions): Promise<Written> {
  if (existsSync(path)) throw new BackupRefusal(`${path} already exists; a backup never overwrites a file.`);
  await using holder = await connectOwner(url);
  await using reader = await connectOwner(url);
  const partial = `${path}.partial`;
  const file = await open(partial, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupRefusal(
      cause.code === 'EEXIST'
        ? `${partial} exists: another backup is being written, or one was interrupted. If it was interrupted, remove the file.`
        : `${partial} cannot be written (${cause.code}).`,
      { cause },
    );
  });
  try {
    const snapshot = await takeSnapshot(holder);
    const head = await readHead(reader, snapshot);
    const manifest: Manifest = { tables: [] };
    const records = recordsOf({ reader, snapshot, head, files, progress, manifest });
    await pipeline(records, createZstdCompress(), (source: AsyncIterable<Buffer>) =>
      file.writeFile(seal(source, secret)),
    );
    await file.sync();
    await rename(partial, path);
    await syncFolder(dirname(path));
    return { made_at: head.made_at, bytes: (await stat(path)).size, ...manifest };
  } finally {
    await file.close();
    await rm(partial, { force: true });
  }
}

/** Exports a snapshot for other transactions while the client's is open; holds no table locks. */
async function takeSnapshot(client: pg.ClientBase): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
  return rows[0]!.id;
}

/** Marks the session as an owner's backup, for the policies of `letOwnerBackUp`. */
const beginIn = (snapshot: string) =>
  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '${snapshot}';
   SET LOCAL row_security = on; SET LOCAL scout.backup = 'on'`;

async function readHead(client: pg.ClientBase, snapshot: string): Promise<Head> {
  await client.query(beginIn(snapshot));
  try {
    await requireReadable(client);
    const migrations = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM scout.schema_migrations ORDER BY name COLLATE "C"',
    );
    return {
      made_at: new Date().toISOString(),
      migrations: migrations.rows,
      days: await partitionDays(client),
      tables: await readTables(client),
    };
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Rows hidden by a policy would be missing silently. */
async function requireReadable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_scout: boolean; is_superuser: boolean }>(
    `SELECT to_regclass('scout.schema_migrations') IS NOT NULL AS is_scout, rolsuper OR rolbypassrls AS is_superuser
     FROM pg_roles WHERE rolname = current_user`,
  );
  if (!rows[0]?.is_scout) throw new BackupRefusal('There are no tables of Scout in this database.');
  const reason = await unrest(client);
  if (reason !== undefined) throw new BackupRefusal(reason);
  if (rows[0].is_superuser) return;
  const hidden = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('scout', 'auth', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND NOT (pg_has_role(c.relowner, 'USAGE') AND EXISTS (SELECT FROM pg_policy p
         WHERE p.polrelid = c.oid AND p.polname IN ('owner_all', 'owner_backs_up') AND c.relowner = ANY (p.polroles)))`,
  );
  if (hidden.rows.length === 0) return;
  throw new BackupRefusal(
    `This role cannot read all of ${hidden.rows[0]!.name}. Use the servers’ DATABASE_URL, and start this version of Scout on it once.`,
  );
}

interface Contents {
  readonly reader: pg.ClientBase;
  readonly snapshot: string;
  readonly head: Head;
  readonly files: readonly KeptFile[];
  readonly progress: Progress;
  /** Filled as tables are read. */
  readonly manifest: Manifest;
}

async function* recordsOf({
  reader,
  snapshot,
  head,
  files,
  progress,
  manifest,
}: Contents): AsyncGenerator<Buffer> {
  yield encodeRecord('H', head);
  for (const file of files) yield encodeRecord('F', file);
  for (const table of head.tables) {
    const name = nameOf(table);
    const rows = readRows(reader, table, beginIn(snapshot));
    let step = await rows.next();
    for (; !step.done; step = await rows.next()) {
      if (step.value.isFirst) yield encodeRecord('S', { table: name });
      yield encodeRecord('D', step.value.bytes);
      progress.moved('Reading', name, step.value.bytes.length);
    }
    manifest.tables.push({ table: name, ...step.value });
  }
  yield encodeRecord('M', manifest);
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
