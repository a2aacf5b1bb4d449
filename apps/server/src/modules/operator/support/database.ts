import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Client } from '../../../platform/database/client.ts';
import { runningClusterUrl } from '../../../platform/database/embedded/running.ts';
import { hostsInQuery } from '../../../platform/database/hosts.ts';
import { withTls } from '../../../platform/database/tls.ts';
import type { KnownNames } from './anonymizer.ts';

const CONNECT_MS = 10_000;
const STATEMENT_MS = 20_000;
const NAMES_MAX = 100_000;
const QUERIES_MAX = 50;

const SCHEMAS = `('scout', 'auth', 'pgboss')`;

/** Facts of the database, each by its statement. None has a row of an organization. */
const FACTS = {
  version: `SELECT version(), pg_is_in_recovery() AS is_standby, pg_database_size(current_database())::float8 AS bytes,
    extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::int AS up_seconds`,
  settings: `SELECT name, setting, unit, source FROM pg_settings WHERE vartype IN ('integer', 'real', 'bool', 'enum')
    AND (source <> 'default' OR name IN ('max_connections', 'shared_buffers', 'work_mem', 'max_wal_size', 'autovacuum'))
    AND name !~ 'password|key|conninfo|command|file|directory' ORDER BY name`,
  extensions: 'SELECT extname AS name, extversion AS version FROM pg_extension ORDER BY 1',
  migrations: 'SELECT name, applied_at FROM scout.schema_migrations ORDER BY applied_at, name',
  tables: `SELECT n.nspname || '.' || c.relname AS "table", c.relkind = 'p' AS is_partitioned,
    (SELECT i.inhparent::regclass::text FROM pg_inherits i WHERE i.inhrelid = c.oid) AS partition_of,
    pg_total_relation_size(c.oid)::float8 AS bytes, pg_relation_size(c.oid)::float8 AS table_bytes,
    greatest(c.reltuples, 0)::float8 AS rows, s.n_dead_tup::float8 AS dead_rows, s.last_autovacuum, s.last_autoanalyze
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
    WHERE n.nspname IN ${SCHEMAS} AND c.relkind IN ('r', 'p') ORDER BY bytes DESC, 1`,
  connections: `SELECT application_name AS program, state, wait_event_type, count(*)::int,
    max(extract(epoch FROM clock_timestamp() - xact_start))::int AS oldest_transaction_seconds
    FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1, 2, 3 ORDER BY 4 DESC`,
  locks: `SELECT mode, granted, count(*)::int FROM pg_locks WHERE database = (SELECT oid FROM pg_database
    WHERE datname = current_database()) GROUP BY 1, 2 ORDER BY 3 DESC`,
  jobs: `SELECT name, queued_count, active_count, failed_count, total_count, monitor_on FROM pgboss.queue ORDER BY name`,
} as const;

/** Names that texts are searched for, by kind. */
const NAMES = {
  organization: 'SELECT company_name FROM scout.tenants',
  mail: 'SELECT email FROM scout.memberships UNION SELECT email FROM auth."user"',
  person: `SELECT unnest(ARRAY[first_name, last_name, first_name || ' ' || last_name]) FROM scout.profiles
    UNION SELECT name FROM auth."user"`,
  host: `SELECT host FROM scout.agents UNION SELECT split_part(host, '.', 1) FROM scout.agents`,
  domain: 'SELECT domain FROM scout.organization_domains',
  account: 'SELECT name FROM scout.service_accounts UNION SELECT account_key FROM scout.service_accounts',
  label: `SELECT label FROM scout.enrolment_tokens WHERE label <> ''`,
} as const;

/** The owner's connection string: of DATABASE_URL, otherwise of the running embedded database. @throws Error if none runs */
async function ownersUrl(databaseUrl: string | undefined, dataDir: string): Promise<string> {
  if (databaseUrl) return withTls(hostsInQuery(databaseUrl));
  const url = existsSync(join(dataDir, 'postgres.password')) ? await runningClusterUrl(dataDir) : undefined;
  if (url === undefined) throw new Error('The embedded database does not run.');
  return url;
}

/** A read-only connection as owner that gives up in seconds. */
export async function connectToRead(
  databaseUrl: string | undefined,
  dataDir: string,
): Promise<pg.Client & AsyncDisposable> {
  const client = new Client({
    connectionString: await ownersUrl(databaseUrl, dataDir),
    application_name: 'scout-support',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS + 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // Policies let the owner read rows only where a transaction asks for it, as a backup does: here for names to search for.
    await client.query(
      `SET statement_timeout = ${STATEMENT_MS}; SET default_transaction_read_only = on; SET scout.backup = 'on'`,
    );
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** The facts; of one that cannot be read, the reason. */
export async function readFacts(client: pg.ClientBase): Promise<Record<string, unknown>> {
  const facts: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(FACTS))
    facts[name] = await rowsOf(client, statement).catch(problemOf);
  return facts;
}

/** The names of all organizations. A table that does not exist yet has none. */
export async function readNames(client: pg.ClientBase): Promise<KnownNames> {
  const names: Record<string, string[]> = {};
  for (const [kind, statement] of Object.entries(NAMES)) {
    const { rows } = await client
      .query<[string | null]>({ text: `${statement} LIMIT ${NAMES_MAX}`, rowMode: 'array' })
      .catch(() => ({ rows: [] }));
    names[kind] = rows.flatMap(([name]) => (name === null ? [] : [name]));
  }
  return names;
}

/** A statement with its figures. */
interface SlowQuery {
  readonly query: string;
  readonly [figure: string]: unknown;
}

export interface SlowQueries {
  /** `pg_stat_statements`, or `pg_stat_activity` where it is not installed. */
  readonly from: string;
  readonly queries: readonly SlowQuery[];
}

/** The statements that took the most time since their counting began; without the extension, those that run now. */
export async function readSlowQueries(client: pg.ClientBase): Promise<SlowQueries> {
  const [extension] = await rowsOf(
    client,
    `SELECT quote_ident(n.nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'pg_stat_statements'`,
  );
  if (extension) {
    const statement = `SELECT calls::float8, total_exec_time AS total_ms, mean_exec_time AS mean_ms, max_exec_time AS max_ms,
       rows::float8, shared_blks_read::float8, temp_blks_written::float8, query
       FROM ${extension.schema}.pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
       ORDER BY total_exec_time DESC LIMIT ${QUERIES_MAX}`;
    const queries = await rowsOf<SlowQuery>(client, statement).catch(() => undefined);
    // Installed, but not loaded by the server.
    if (queries) return { from: 'pg_stat_statements', queries };
  }
  const queries = await rowsOf<SlowQuery>(
    client,
    `SELECT extract(epoch FROM clock_timestamp() - query_start)::float8 * 1000 AS running_ms, state, wait_event_type, wait_event,
     query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query <> ''
     AND state <> 'idle' ORDER BY query_start LIMIT ${QUERIES_MAX}`,
  );
  return { from: 'pg_stat_activity', queries };
}

const rowsOf = async <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: string,
): Promise<Row[]> => (await client.query<Row>(statement)).rows;

/** An error as a fact. */
export const problemOf = (error: unknown): { problem: string } => ({
  problem:
    error instanceof AggregateError ? String(error.errors[0]) : String((error as Error)?.message ?? error),
});
