import { setTimeout as pause } from 'node:timers/promises';
import { distribute, planDistribution } from '@scout/server/platform/database/distribution/distribute';
import { distributedMark } from '@scout/server/platform/database/distribution/layout';
import { withMigrationLock } from '@scout/server/platform/database/migrate';
import pg from 'pg';
import type { TestCluster } from './cluster.ts';
import { templateName, withDatabase } from './cluster.ts';

/** Shards of each table of a test database: few, because each is a set of files to copy. */
const SHARDS = 4;

/** Addresses of the cluster's nodes in their database postgres, the coordinator's first. */
export type NodeUrls = readonly [string, ...string[]];

/**
 * The cluster of `CITUS_URL`, a superuser's address of its coordinator, in whose database the nodes are registered: with a template that
 * is migrated, by `migrateTemplate`, and distributed.
 */
export async function startOnCitus(
  url: string,
  migrateTemplate: (url: string) => Promise<void>,
): Promise<TestCluster> {
  const nodeUrls = await readNodeUrls(url);
  const drop = () => dropOnNodes(nodeUrls, templateName);
  await drop();
  const template = await joinNodes(nodeUrls, templateName);
  await migrateTemplate(template);
  await on(template, async (client) => {
    await withMigrationLock(client, async () =>
      distribute(client, await planDistribution(client), { shards: SHARDS, say: () => {} }),
    );
  });
  for (const node of nodeUrls) await on(node, (client) => client.query(closeSql()));
  return { url: nodeUrls[0], nodeUrls, stop: drop };
}

/** An empty database of this name on every node, with all nodes joined. @returns its address on the coordinator */
export async function joinNodes(nodeUrls: NodeUrls, name: string): Promise<string> {
  for (const node of nodeUrls) {
    await on(node, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
    await on(withDatabase(node, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  const url = withDatabase(nodeUrls[0], name);
  await on(url, async (client) => {
    for (const [index, node] of nodeUrls.entries()) {
      const { hostname, port } = new URL(node);
      const add = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
      await client.query(`SELECT ${add}($1, $2)`, [hostname, Number(port || 5432)]);
    }
  });
  return url;
}

/** A database that someone is connected to, as Citus' own process is, cannot be copied. */
const closeSql = () => `ALTER DATABASE ${templateName} ALLOW_CONNECTIONS false;
  SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${templateName}'`;

export async function readNodeUrls(url: string): Promise<NodeUrls> {
  const { rows } = await on(url, (client) =>
    client.query<{ host: string; port: number }>(
      `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND isactive ORDER BY groupid`,
    ),
  );
  if (rows.length === 0) throw new Error('The database of CITUS_URL has no other nodes (citus_add_node).');
  const workers = rows.map(({ host, port }) => {
    const node = new URL(withDatabase(url, 'postgres'));
    node.hostname = host;
    node.port = String(port);
    return node.href;
  });
  return [withDatabase(url, 'postgres'), ...workers];
}

/** A copy of the template on every node. */
export async function copyOnNodes(nodeUrls: NodeUrls, name: string): Promise<void> {
  await Promise.all(
    nodeUrls.map((node) =>
      on(node, (client) =>
        client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`),
      ),
    ),
  );
  await on(nodeUrls[0], (client) => client.query(`ALTER DATABASE ${name} SET ${distributedMark} = 'on'`));
}

/** @throws the last error when Citus' own processes do not leave one of the databases */
export async function dropOnNodes(nodeUrls: NodeUrls, name: string): Promise<void> {
  // The coordinator's first: its Citus connects to the others.
  for (const node of nodeUrls) await dropOn(node, name);
}

const DROP_TRIES = 50;
const IN_USE = '55006';

async function dropOn(node: string, name: string): Promise<void> {
  for (let left = DROP_TRIES; ; left -= 1) {
    try {
      await on(node, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== IN_USE || left === 0) throw error;
      await pause(200);
    }
  }
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
