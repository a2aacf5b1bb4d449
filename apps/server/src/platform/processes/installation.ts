import { resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { loadSecrets, type Secrets } from '../config/dataDirectory.ts';
import { explainedPermission } from '../config/dataPermission.ts';
import { explainedDisk } from '../database/embedded/diskFull.ts';
import { keepEmbedded } from '../database/embedded/keep.ts';
import { type DataDirectoryLock, lockDataDirectory } from '../database/embedded/lock.ts';
import { baseOf } from '../database/embedded/place.ts';
import { freeReserveToStart } from '../database/embedded/reserve.ts';
import { type AuthSecret, type DatabaseContext, openDatabase } from '../database/open.ts';

/** Shared base of an installation's server processes, as plain data. */
export interface Grounds {
  /** The data directory, absolute. */
  readonly directory: string;
  /** The database owner's connection string. */
  readonly ownerUrl: string;
  /** Directory of the embedded database; undefined: an external database. */
  readonly databaseDirectory: string | undefined;
}

/** The data directory, locked, and the database, migrated. */
export interface Installation extends Grounds, AsyncDisposable {
  readonly lock: DataDirectoryLock;
  readonly secrets: Secrets;
  readonly database: DatabaseContext;
}

/**
 * Locks the data directory, starts the embedded PostgreSQL unless there is an external one, and migrates. @throws Error with an
 * actionable message
 */
export async function openInstallation(config: Config, log: FastifyBaseLogger): Promise<Installation> {
  try {
    return await open(config, log);
  } catch (error) {
    throw await explainedPermission(error, config.dataDir);
  }
}

async function open(config: Config, log: FastifyBaseLogger): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const lock = await lockWithFreeSpace(config.dataDir);
  opened.defer(() => lock.release());

  let ownerUrl = config.databaseUrl;
  let databaseDirectory: string | undefined;
  if (ownerUrl === undefined) {
    log.info('Starting the database');
    const cluster = await keepEmbedded(lock, { lowBytes: config.diskReserveBytes, log });
    opened.defer(() => cluster.stop());
    ownerUrl = cluster.url;
    databaseDirectory = cluster.directory;
  }

  // Made after the database is found fit: a refused start leaves no secrets that a restore would have to overwrite.
  const readSecrets = () => loadSecrets(lock.directory, config);
  const authSecret = async () => (await readSecrets()).authSecret;
  const database = await openServerDatabase(ownerUrl, authSecret, log).catch((error: unknown) => {
    throw databaseDirectory === undefined ? error : explainedDisk(error, databaseDirectory);
  });
  opened.defer(() => database.close());
  const all = opened.move();
  return {
    directory: lock.directory,
    ownerUrl,
    databaseDirectory,
    lock,
    secrets: await readSecrets(),
    database,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Locks the data directory; on a full disk it needs the space that a reserve holds. */
async function lockWithFreeSpace(dataDirectory: string): Promise<DataDirectoryLock> {
  await freeReserveToStart(await baseOf(dataDirectory));
  try {
    return await lockDataDirectory(dataDirectory);
  } catch (error) {
    throw explainedDisk(error, resolve(dataDirectory));
  }
}

/** Opens the database for a server process, and logs its events. */
export function openServerDatabase(
  ownerUrl: string,
  authSecret: AuthSecret,
  log: FastifyBaseLogger,
): Promise<DatabaseContext> {
  return openDatabase(ownerUrl, authSecret, {
    onNotice: (message) => log.info(message),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
}

/** Address of the server for commands on this machine. With TLS the certificate is for the public address. */
export const addressForCommands = ({ tls, publicUrl }: Config, localUrl: string): string =>
  tls && publicUrl ? publicUrl : localUrl;
