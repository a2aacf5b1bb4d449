import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Client } from '../../../platform/database/client.ts';
import { lockDataDirectory } from '../../../platform/database/embedded/lock.ts';
import { runningClusterUrl } from '../../../platform/database/embedded/running.ts';
import { startEmbedded } from '../../../platform/database/embedded/start.ts';
import { hostsInQuery, hostsProblem } from '../../../platform/database/hosts.ts';
import { explainedTls, tlsProblem, withTls } from '../../../platform/database/tls.ts';
import { BackupRefusal } from './refusal.ts';

/** A database with owner access. */
export interface OwnersDatabase extends AsyncDisposable {
  readonly url: string;
}

/**
 * The database to back up: that of DATABASE_URL, otherwise the embedded one of the data directory, possibly in use by a server;
 * if none runs, it is started temporarily.
 * @throws BackupRefusal
 */
export async function databaseToRead(
  databaseUrl: string | undefined,
  dataDir: string,
): Promise<OwnersDatabase> {
  if (databaseUrl) return own(databaseUrl);
  if (!existsSync(join(dataDir, 'postgres.password')))
    throw new BackupRefusal(
      `There is no database in ${dataDir}. Set SCOUT_DATA_DIR, or DATABASE_URL for your own PostgreSQL.`,
    );
  const url = await runningClusterUrl(dataDir);
  return url === undefined
    ? databaseToWrite(undefined, dataDir)
    : { url, [Symbol.asyncDispose]: async () => {} };
}

/** The database to restore into: that of DATABASE_URL, otherwise the embedded one of a data directory without a running server. */
export async function databaseToWrite(
  databaseUrl: string | undefined,
  dataDir: string,
): Promise<OwnersDatabase> {
  if (databaseUrl) return own(databaseUrl);
  await using started = new AsyncDisposableStack();
  // Errors of both are sentences with the next step.
  const lock = await lockDataDirectory(dataDir).catch(refuse(' Nothing was changed.'));
  started.defer(() => lock.release());
  const cluster = await startEmbedded(lock).catch(refuse(''));
  started.defer(() => cluster.stop());
  const kept = started.move();
  return { url: cluster.url, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const refuse =
  (more: string) =>
  (cause: unknown): never => {
    throw new BackupRefusal(`${messageOf(cause)}${more}`, { cause });
  };

function own(databaseUrl: string): OwnersDatabase {
  const url = hostsInQuery(databaseUrl);
  const fault = URL.canParse(url) ? (hostsProblem(url) ?? tlsProblem(url)) : 'is no URL';
  if (fault !== undefined) throw new BackupRefusal(`DATABASE_URL ${fault}.`);
  return { url: withTls(url), [Symbol.asyncDispose]: async () => {} };
}

/** A connection as owner, without a statement timeout. */
export async function connectOwner(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new Client({ connectionString: url, application_name: 'scout-backup' });
  // A broken connection fails the pending statement.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET timezone = 'UTC'; SET datestyle = 'ISO'`,
    );
  } catch (error) {
    await client.end().catch(() => {});
    throw new BackupRefusal(`The database cannot be reached: ${messageOf(explainedTls(error))}`, {
      cause: error,
    });
  }
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? messageOf(error.errors[0]) : String((error as Error).message);
