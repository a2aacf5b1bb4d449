import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { Client } from './client.ts';
import { explainedConnection, mayAnswerSoon, unanswered } from './connectionErrors.ts';
import { watchConnections } from './deadConnections.ts';
import { prepareNodes } from './distribution/prepareNodes.ts';
import { ensureLogin } from './login.ts';
import { type MigrationFile, migrate, readMigrations, withMigrationLock } from './migrate.ts';
import { ensureUsualPartitions } from './partitions.ts';
import { type Actor, createPool, type PoolOptions, type Transaction, withRole } from './pool.ts';
import { explainedPooler, refusePooler } from './pooler.ts';
import { explainedTls } from './tls.ts';

/** The database for the rest of the server. */
export interface DatabaseContext {
  /** Connections as the database's login. Use withRole; the pool itself is for code that manages its own connections. */
  readonly pool: pg.Pool;
  /** Connection string of the database's login, for further pools (sign-in, jobs). */
  readonly url: string;
  withRole<T>(actor: Actor, work: (tx: Transaction, client: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface OpenOptions extends PoolOptions {
  /** Called for each applied migration and each PostgreSQL notice meanwhile. */
  readonly onNotice?: (message: string) => void;
  readonly migrations?: readonly MigrationFile[];
  /** The system's by default. */
  readonly clock?: Clock;
}

/** The authentication secret, or what reads or makes it once the migrations have been applied. */
export type AuthSecret = string | (() => Promise<string>);

/**
 * Migrates as the owner, creates the partitions required by dashboards and the coming days, ensures the server's login and opens
 * its pool. The owner's connection is closed before this resolves. Throws actionable messages.
 */
export async function openDatabase(
  ownerUrl: string,
  authSecret: AuthSecret,
  options: OpenOptions = {},
): Promise<DatabaseContext> {
  const url = await prepare(ownerUrl, authSecret, options).catch((error: unknown) => {
    throw explainedConnection(ownerUrl, error);
  });
  const pool = createPool(url, options);
  return {
    pool,
    url,
    withRole: (actor, work) => withRole(pool, actor, work),
    close: () => pool.end(),
  };
}

/** Returns the connection string of the server's login. */
async function prepare(ownerUrl: string, authSecret: AuthSecret, options: OpenOptions): Promise<string> {
  const files = options.migrations ?? (await readMigrations());
  const owner = await connectPatiently(ownerUrl, options);
  // It may hold the migration lock, for which the starts of other servers wait.
  const watch = watchConnections([], ownerUrl, {
    warn: (_fields, message) => options.onNotice?.(message),
  });
  watch.add(owner);
  try {
    await refusePooler(owner, ownerUrl);
    return await withMigrationLock(owner, async () => {
      const steps = {
        migrate: async () => {
          for (const name of await migrate(owner, files)) options.onNotice?.(`Applied migration ${name}`);
        },
        makePartitions: () => ensureUsualPartitions(owner, (options.clock ?? Date).now()),
      };
      await prepareNodes(owner, steps, options.onNotice);
      const secret = typeof authSecret === 'string' ? authSecret : await authSecret();
      return ensureLogin(owner, ownerUrl, secret);
    });
  } finally {
    watch.stop();
    await owner.end();
  }
}

/** Maximum wait of a start for a starting database, and polling interval. */
const PATIENCE_MS = 60_000;
const ASK_EVERY_MS = 1_000;

async function connectPatiently(ownerUrl: string, { onNotice }: OpenOptions): Promise<Client> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    const owner = new Client({
      connectionString: ownerUrl,
      application_name: 'scout-migrate',
      connectionTimeoutMillis: 10_000,
    });
    owner.on('notice', ({ message = '' }) => {
      onNotice?.(message);
    });
    try {
      await owner.connect();
      return owner;
    } catch (error) {
      await owner.end().catch(() => {});
      if (!mayAnswerSoon(error) || performance.now() > giveUpAt) throw explainedPooler(explainedTls(error));
      if (tries === 1) onNotice?.(`${unanswered(ownerUrl, error)} Trying again for a minute.`);
      await pause(ASK_EVERY_MS);
    }
  }
}
