import pg from 'pg';
import { ensureLogin, loginUrl } from './login.ts';
import { type MigrationFile, migrate, readMigrations, withMigrationLock } from './migrate.ts';
import { type Actor, createPool, type PoolOptions, type Transaction, withRole } from './pool.ts';
import { explainedTls } from './tls.ts';

/** What the rest of the server gets of the database. */
export interface DatabaseContext {
  /** Connections as scout_app. Use withRole; the pool itself is for what manages connections of its own. */
  readonly pool: pg.Pool;
  /** Opens as scout_app, for further pools (sign-in, jobs). */
  readonly url: string;
  withRole<T>(actor: Actor, work: (tx: Transaction, client: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface OpenOptions extends PoolOptions {
  /** Told of each migration applied and of anything PostgreSQL remarks on meanwhile. */
  readonly onNotice?: (message: string) => void;
  readonly migrations?: readonly MigrationFile[];
}

/**
 * Migrates as the owner, makes the partitions that the dashboards and the coming days need, sees to the server's login and
 * opens its pool. The owner's connection is closed again before this resolves. Throws sentences to act on.
 */
export async function openDatabase(
  ownerUrl: string,
  authSecret: string,
  options: OpenOptions = {},
): Promise<DatabaseContext> {
  const url = loginUrl(ownerUrl, authSecret);
  await prepare(ownerUrl, url, options);
  const pool = createPool(url, options);
  return {
    pool,
    url,
    withRole: (actor, work) => withRole(pool, actor, work),
    close: () => pool.end(),
  };
}

async function prepare(ownerUrl: string, url: string, options: OpenOptions): Promise<void> {
  const files = options.migrations ?? (await readMigrations());
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'scout-migrate' });
  owner.on('notice', ({ message = '' }) => {
    // What 0001_roles.sql remarks on is over with 0761_ingest_under_policies.sql.
    if (!message.startsWith('scout_ingest has no BYPASSRLS')) options.onNotice?.(message);
  });
  await owner.connect().catch((error: unknown) => {
    throw explainedTls(error);
  });
  try {
    await withMigrationLock(owner, async () => {
      for (const name of await migrate(owner, files)) options.onNotice?.(`Applied migration ${name}`);
      await owner.query('SELECT scout.ensure_partitions(current_date - 35, current_date + 3)');
      await ensureLogin(owner, url);
    });
  } finally {
    await owner.end();
  }
}
