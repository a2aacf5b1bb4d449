import { randomBytes } from 'node:crypto';
import { loginNameOf, loginUrl } from '@scout/server/database/login';
import type { DatabaseContext } from '@scout/server/database/open';
import { createPool, withRole } from '@scout/server/database/pool';
import pg from 'pg';
import { inject } from 'vitest';
import { authSecret } from './authSecret.ts';
import { templateName, withDatabase } from './cluster.ts';

/** A database of a test's own, as the server sees it (DatabaseContext) and as its owner does. */
export interface TestDatabase extends DatabaseContext, AsyncDisposable {
  /** The owner's connection string: what a server under test gets as DATABASE_URL. */
  readonly ownerUrl: string;
  /** Runs work as the superuser, who sees behind every policy. For arranging and checking, never for what is tested. */
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Closes the pool and drops the database, ending whatever is still connected to it. */
  drop(): Promise<void>;
}

/**
 * A fresh, migrated, empty database in well under a second: a copy of the run's template. `await using` drops it at the
 * end of the block; elsewhere call drop() in afterAll. `migrated: false` gives one without our schemas. Needs the
 * globalSetup of this package.
 */
export async function createDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = migrated ? templateName : 'template0';
  await onServer(clusterUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  const ownerUrl = withDatabase(clusterUrl, name);
  // The template's login: one of the database's own, as a server makes it, would cost each test a tenth of a second.
  const url = loginUrl(ownerUrl, authSecret, loginNameOf(templateName));
  const pool = createPool(url, { max: 5, applicationName: name });
  let dropping: Promise<void> | undefined;
  const drop = () => {
    dropping ??= (async () => {
      await pool.end();
      await onServer(clusterUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    })();
    return dropping;
  };
  return {
    ownerUrl,
    url,
    pool,
    withRole: (actor, work) => withRole(pool, actor, work),
    asOwner: (work) => onServer(ownerUrl, work),
    close: drop,
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A forced drop ends sessions, this one too if it is in that database.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
