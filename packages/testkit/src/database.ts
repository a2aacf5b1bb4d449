import { randomBytes } from 'node:crypto';
import { loginNameOf, loginUrl } from '@scout/server/platform/database/login';
import type { DatabaseContext } from '@scout/server/platform/database/open';
import { createPool, withRole } from '@scout/server/platform/database/pool';
import pg from 'pg';
import { inject } from 'vitest';
import { authSecret } from './authSecret.ts';
import { copyOnNodes, dropOnNodes } from './citus.ts';
import { templateName, withDatabase } from './cluster.ts';

/** A separate database for a test, with the server's access (DatabaseContext) and its owner's. */
export interface TestDatabase extends DatabaseContext, AsyncDisposable {
  /** The owner's connection string: DATABASE_URL of a server under test. */
  readonly ownerUrl: string;
  /** Runs work as the superuser, who bypasses every policy. For setups and checks, never for the tested code. */
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Closes the pool and drops the database, ending all its connections. */
  drop(): Promise<void>;
}

/**
 * A fresh, migrated, empty database in well under a second: a copy of the run's template. `await using` drops it at the end of
 * the block; otherwise call drop() in afterAll. `migrated: false` gives one without our schemas. Requires the globalSetup of this
 * package.
 */
export async function createDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = migrated ? templateName : 'template0';
  const nodeUrls = migrated ? inject('nodeUrls') : undefined;
  await (nodeUrls
    ? copyOnNodes(nodeUrls, name)
    : onServer(clusterUrl, (client) =>
        client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
      ));
  const ownerUrl = withDatabase(clusterUrl, name);
  // The template's login: a separate one, as created by a server, would cost each test a tenth of a second.
  const url = loginUrl(ownerUrl, authSecret, loginNameOf(templateName));
  const pool = createPool(url, { max: 5, applicationName: name });
  let dropping: Promise<void> | undefined;
  const drop = () => {
    dropping ??= (async () => {
      await pool.end();
      await (nodeUrls
        ? dropOnNodes(nodeUrls, name)
        : onServer(clusterUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
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
  // A forced drop ends sessions, including this one if it is in that database.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
