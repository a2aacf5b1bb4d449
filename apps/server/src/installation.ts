import type { FastifyBaseLogger } from 'fastify';
import { loadSecrets, type Secrets } from './auth/dataDirectory.ts';
import type { Config } from './config/config.ts';
import { reasonOfEnd } from './database/embedded/diskFull.ts';
import { type DataDirectoryLock, lockDataDirectory } from './database/embedded/lock.ts';
import { startEmbedded } from './database/embedded/start.ts';
import { type DatabaseContext, openDatabase } from './database/open.ts';

/** Shared base of an installation's server processes, as plain data. */
export interface Grounds {
  /** The data directory, absolute. */
  readonly directory: string;
  /** The database owner's connection string. */
  readonly ownerUrl: string;
  /** Where the embedded database keeps its files; undefined: the database is somebody else's. */
  readonly databaseDirectory: string | undefined;
}

/** The data directory, locked, and the database, migrated. */
export interface Installation extends Grounds, AsyncDisposable {
  readonly lock: DataDirectoryLock;
  readonly secrets: Secrets;
  readonly database: DatabaseContext;
  /** Rejects when the embedded database has ended, with the reason. */
  readonly failed: Promise<never>;
}

/** Locks the data directory, starts the embedded PostgreSQL unless there is another, and migrates. @throws Error with a sentence to act on */
export async function openInstallation(
  config: Config,
  log: FastifyBaseLogger,
  processes: number,
): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const lock = await lockDataDirectory(config.dataDir);
  opened.defer(() => lock.release());

  const failed = Promise.withResolvers<never>();
  // Nobody may be waiting for it: while the server stops, or after a start that failed, whose cause is what is told.
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

  const secrets = await loadSecrets(lock.directory, config);
  const database = await openServerDatabase(ownerUrl, secrets, log);
  opened.defer(() => database.close());
  const all = opened.move();
  return {
    directory: lock.directory,
    ownerUrl,
    databaseDirectory,
    lock,
    secrets,
    database,
    failed: failed.promise,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The database as a server process opens it, with what happens to it in the log. */
export function openServerDatabase(
  ownerUrl: string,
  { authSecret }: Secrets,
  log: FastifyBaseLogger,
): Promise<DatabaseContext> {
  return openDatabase(ownerUrl, authSecret, {
    onNotice: (message) => log.info(message),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
}

/** Where commands on this machine reach the server. With TLS its certificate is for the public address. */
export const addressForCommands = ({ tls, publicUrl }: Config, localUrl: string): string =>
  tls && publicUrl ? publicUrl : localUrl;
