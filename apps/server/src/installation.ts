import type { FastifyBaseLogger } from 'fastify';
import { loadSecrets, type Secrets } from './auth/dataDirectory.ts';
import type { Config } from './config/config.ts';
import { reasonOfEnd } from './database/embedded/diskFull.ts';
import { type DataDirectoryLock, lockDataDirectory } from './database/embedded/lock.ts';
import { startEmbedded } from './database/embedded/start.ts';
import { type AuthSecret, type DatabaseContext, openDatabase } from './database/open.ts';

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
  /** Rejects with the reason when the embedded database has ended. */
  readonly failed: Promise<never>;
}

/**
 * Locks the data directory, starts the embedded PostgreSQL unless there is an external one, and migrates. @throws Error with an
 * actionable message
 */
export async function openInstallation(
  config: Config,
  log: FastifyBaseLogger,
  processes: number,
): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const lock = await lockDataDirectory(config.dataDir);
  opened.defer(() => lock.release());

  const failed = Promise.withResolvers<never>();
  // Possibly without a handler: while the server stops, or after a failed start, whose cause is reported.
  failed.promise.catch(() => {});
  let ownerUrl = config.databaseUrl;
  let databaseDirectory: string | undefined;
  if (ownerUrl === undefined) {
    log.info('Starting the database');
    const cluster = await startEmbedded(lock, processes);
    opened.defer(() => cluster.stop());
    void cluster.ended.then(async () => failed.reject(await reasonOfEnd(cluster.directory)));
    ownerUrl = cluster.url;
    databaseDirectory = cluster.directory;
  }

  // Made after the database is found fit: a refused start leaves no secrets that a restore would have to overwrite.
  const readSecrets = () => loadSecrets(lock.directory, config);
  const database = await openServerDatabase(ownerUrl, async () => (await readSecrets()).authSecret, log);
  opened.defer(() => database.close());
  const all = opened.move();
  return {
    directory: lock.directory,
    ownerUrl,
    databaseDirectory,
    lock,
    secrets: await readSecrets(),
    database,
    failed: failed.promise,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
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
