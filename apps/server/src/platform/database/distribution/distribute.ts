import pg from 'pg';
import { loginNameOf } from '../login.ts';
import { distributedMark, distributedTables, isMarkedSql } from './layout.ts';
import { ensureRolesOnNodes, readNodes } from './nodes.ts';

/** A distribution that cannot be done. The message says why and how it can. */
export class DistributionRefusal extends Error {
  override name = 'DistributionRefusal';
}

/** One of the tables to distribute. */
export interface TableToDistribute {
  readonly table: string;
  readonly isDistributed: boolean;
  readonly partitions: number;
  /** Bytes on the coordinator, indexes included. */
  readonly bytes: number;
}

/** A database of a cluster before it is distributed, or after. */
export interface DistributionPlan {
  readonly database: string;
  /** `host:port` of each node that gets shards. */
  readonly nodes: readonly string[];
  readonly tables: readonly TableToDistribute[];
  /** True when nothing is left to do. */
  readonly isDistributed: boolean;
}

/**
 * Reads what there is to distribute. @param owner a superuser's connection to the coordinator
 * @throws DistributionRefusal without Citus, without other nodes, for another role, and while servers run
 */
export async function planDistribution(owner: pg.ClientBase): Promise<DistributionPlan> {
  const database = await requireCluster(owner);
  const nodes = (await readNodes(owner)).map(({ name }) => name);
  if (nodes.length === 0)
    throw new DistributionRefusal(
      'The cluster has no other nodes. Add them on the coordinator, in this database: SELECT citus_add_node(host, port).',
    );
  const { rows } = await owner.query<TableToDistribute>(
    `SELECT name AS table, EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = t.oid) AS "isDistributed",
       (SELECT count(*) FROM pg_partition_tree(t.oid) WHERE isleaf)::int AS partitions,
       (SELECT coalesce(sum(pg_total_relation_size(relid)), 0) FROM pg_partition_tree(t.oid))::float8 AS bytes
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, place), LATERAL (SELECT to_regclass('scout.' || name) AS oid) AS t
     ORDER BY place`,
    [distributedTables],
  );
  const isDistributed = rows.every((row) => row.isDistributed) && (await isMarked(owner));
  if (!isDistributed) {
    await requireStopped(owner, database);
    await requireNoSample(owner);
  }
  return { database, nodes, tables: rows, isDistributed };
}

async function requireCluster(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{
    database: string;
    citus: boolean;
    scout: boolean;
    superuser: boolean;
  }>(
    `SELECT current_database() AS database, EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus,
       to_regclass('scout.tenant_events') IS NOT NULL AS scout,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
  );
  const { database, citus, scout, superuser } = rows[0]!;
  if (!citus)
    throw new DistributionRefusal(
      `The database ${database} does not have the extension Citus, so nothing can be distributed. See “Several machines with Citus” in docs/operations.md.`,
    );
  if (!scout)
    throw new DistributionRefusal(
      `The database ${database} has no tables of Scout. Start Scout on it once, and stop it.`,
    );
  if (!superuser)
    throw new DistributionRefusal(
      'Distributing needs a superuser in DATABASE_URL, because roles are made on the nodes.',
    );
  return database;
}

async function requireStopped(owner: pg.ClientBase, database: string): Promise<void> {
  const connections = await countServerConnections(owner, database);
  if (connections > 0)
    throw new DistributionRefusal(
      `Servers still run on the database ${database} (${connections} connections). Stop all of them; agents keep what they read meanwhile.`,
    );
}

/** Removing it takes several roles in one transaction, which Citus refuses. */
async function requireNoSample(owner: pg.ClientBase): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM scout.tenants WHERE is_sample LIMIT 1');
  if (rowCount === 1)
    throw new DistributionRefusal(
      'The database has the sample organization. Start Scout once with SCOUT_SAMPLE=off, which removes it, and stop it.',
    );
}

async function countServerConnections(owner: pg.ClientBase, database: string): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND usename = $2',
    [database, loginNameOf(database)],
  );
  return rows[0]!.n;
}

/**
 * Why the tables of this database cannot be read as of one moment; undefined: they can. A snapshot is of one node, so that distributed
 * tables must be at rest.
 */
export async function unrest(owner: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await owner.query<{ database: string; marked: boolean }>(
    `SELECT current_database() AS database, ${isMarkedSql} AS marked`,
  );
  const { database, marked } = rows[0]!;
  if (!marked || (await countServerConnections(owner, database)) === 0) return undefined;
  return `The tables of the database ${database} are distributed and servers run on it. Stop all of them, or back up each node with PostgreSQL’s own means.`;
}

async function isMarked(owner: pg.ClientBase): Promise<boolean> {
  const { rows } = await owner.query<{ marked: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
       WHERE d.datname = current_database() AND s.setrole = 0 AND $1 = ANY (s.setconfig)) AS marked`,
    [`${distributedMark}=on`],
  );
  return rows[0]!.marked;
}

export interface DistributeOptions {
  /** Number of parts of each table; a node cannot have less than one. */
  readonly shards: number;
  /** Told of each step. */
  readonly say: (line: string) => void;
}

/**
 * Distributes what the plan says is not, table by table, each in a transaction of its own; run again, it continues. Holds for all
 * coming connections once it is complete. The caller holds the migration lock, so that no server starts.
 * @throws DistributionRefusal when a node refuses the roles; an error of PostgreSQL otherwise
 */
export async function distribute(
  owner: pg.ClientBase,
  plan: DistributionPlan,
  { shards, say }: DistributeOptions,
): Promise<void> {
  const [first] = distributedTables;
  await rolesOnNodes(owner);
  await withoutSubquery(owner);
  await owner.query('SET citus.enable_ddl_propagation = on');
  for (const { table, isDistributed, bytes } of plan.tables) {
    if (isDistributed) continue;
    say(`Distributing ${table} (${(bytes / 1_000_000).toFixed(1)} MB)\n`);
    await (table === first
      ? owner.query(`SELECT create_distributed_table('scout.${table}', 'tenant_id', shard_count => $1)`, [
          shards,
        ])
      : owner.query(
          `SELECT create_distributed_table('scout.${table}', 'tenant_id', colocate_with => 'scout.${first}')`,
        ));
    // The rows that were here before are on the nodes now.
    await owner.query(`SELECT truncate_local_data_after_distributing_table('scout.${table}')`);
  }
  // Citus made the roles as they are here, without the right to log in.
  await rolesOnNodes(owner);
  await owner.query(`ALTER DATABASE ${pg.escapeIdentifier(plan.database)} SET ${distributedMark} = 'on'`);
}

async function rolesOnNodes(owner: pg.ClientBase): Promise<void> {
  const refused = await ensureRolesOnNodes(owner);
  if (refused.length > 0)
    throw new DistributionRefusal(`The roles could not be created on every node (${refused.join('; ')}).`);
}

/**
 * A policy of a distributed table may not query another table: whose accounts a transaction may see is a setting of it instead, which
 * narrowTransaction makes of what the policies let it read.
 */
async function withoutSubquery(owner: pg.ClientBase): Promise<void> {
  await owner.query('SET citus.enable_ddl_propagation = off');
  const { rowCount } = await owner.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = 'scout.tenant_events'::regclass`,
  );
  if (rowCount !== 0) return;
  await owner.query(String.raw`
    BEGIN;
    DROP POLICY IF EXISTS account_owner_own ON scout.tenant_events;
    CREATE POLICY account_owner_own ON scout.tenant_events FOR SELECT TO scout_account_owner
      USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
        AND lower(split_part(regexp_replace(btrim(target_user_name), '^.*\\', ''), '@', 1)) COLLATE "C"
          = ANY (string_to_array(nullif(current_setting('scout.account_keys', true), ''), E'\n')));
    COMMIT`);
}
