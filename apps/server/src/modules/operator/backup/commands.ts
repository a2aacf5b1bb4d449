import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOf } from '../../../platform/database/embedded/place.ts';
import type { MigrationFile } from '../../../platform/database/migrate.ts';
import { noteBackup } from '../sql/backup/noteBackup.ts';
import { placeKeptFiles, placesOf, readKeptFiles, writeKeptFiles } from './keptFiles.ts';
import type { Manifest } from './manifest.ts';
import { databaseToRead, databaseToWrite } from './ownersDatabase.ts';
import type { Progress } from './progress.ts';
import { checkBackup } from './readBackup.ts';
import { BackupRefusal } from './refusal.ts';
import { restoreDatabase } from './restoreDatabase.ts';
import type { BackupKey } from './seal.ts';
import { type Written, writeBackup } from './writeBackup.ts';

export interface CommandOptions {
  /** Uses SCOUT_DATA_DIR, DATABASE_URL, SCOUT_AUTH_SECRET and SCOUT_RELEASE_KEY_FILE. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  readonly keyFile: string | undefined;
  readonly progress: Progress;
}

/** Backs up the installation of the environment, also while servers are running. @throws BackupRefusal */
export async function backup({
  env,
  path,
  keyFile,
  progress,
}: CommandOptions): Promise<Written & { files: string[] }> {
  const secret = await readKey(keyFile);
  const places = placesOf(env);
  await using database = await databaseToRead(env.DATABASE_URL, places.dataDir);
  const files = await readKeptFiles(places, env.SCOUT_AUTH_SECRET);
  const written = await writeBackup({ url: database.url, path, secret, files, progress });
  await noteBackup(database.url, written);
  return { ...written, files: files.map(({ name }) => name) };
}

/** Restored tables, and files written outside the database. */
export interface Restored extends Manifest {
  readonly made_at: string;
  readonly files: readonly string[];
}

export interface RestoreCommandOptions extends CommandOptions {
  /** This Scout's own, unless given. */
  readonly migrations?: readonly MigrationFile[];
}

/** Restores into the empty installation of the environment. @throws BackupRefusal */
export async function restore(options: RestoreCommandOptions): Promise<Restored> {
  const { env, path, keyFile, progress, migrations } = options;
  const secret = await readKey(keyFile);
  const { head, manifest, files } = await checkBackup(path, secret);
  const places = placesOf(env);
  const placing = await placeKeptFiles(files, places);
  await using database = await databaseToWrite(env.DATABASE_URL, places.dataDir);
  const written: string[] = [];
  const complete = async () => {
    written.push(...(await writeKeptFiles(placing, places)));
  };
  await restoreDatabase({ url: database.url, path, secret, head, manifest, progress, complete, migrations });
  return { made_at: head.made_at, files: written, ...manifest };
}

/** Restores into a temporary database, and compares. @throws BackupRefusal */
export async function verifyBackup({
  path,
  keyFile,
  progress,
}: Omit<CommandOptions, 'env'>): Promise<Omit<Restored, 'files'>> {
  const secret = await readKey(keyFile);
  const { head, manifest } = await checkBackup(path, secret);
  const folder = await mkdtemp(join(tmpdir(), 'scout-verify-'));
  try {
    // Under root, PostgreSQL runs as another user, who needs access.
    await chmod(folder, 0o711);
    await using database = await databaseToWrite(undefined, folder);
    const complete = async () => {};
    await restoreDatabase({ url: database.url, path, secret, head, manifest, progress, complete });
    return { made_at: head.made_at, ...manifest };
  } finally {
    await rm((await placeOf(folder)).base, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

const KEY_MIN = 32;

async function readKey(path: string | undefined): Promise<BackupKey> {
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BackupRefusal(`The key file ${path} cannot be read.`, { cause });
  });
  if (text.trim().length < KEY_MIN)
    throw new BackupRefusal(`${path} is too short for a key. Create one with: openssl rand -base64 32`);
  return Buffer.from(text.trim());
}
