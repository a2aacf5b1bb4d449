import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { Client } from './client.ts';
import type { Database } from './schema.ts';

/** The roles that the server changes into; db/migrations/0001_roles.sql, 0301_jobs.sql, 0501_sales.sql, 20261122T1546_detection_settings.sql and 20261122T1925_alerts.sql say what each may do. */
export type Role =
  | 'scout_member'
  | 'scout_admin'
  | 'scout_ingest'
  | 'scout_assessor'
  | 'scout_auth'
  | 'scout_operator'
  | 'scout_jobs'
  | 'scout_visitor'
  | 'scout_judge'
  | 'scout_alerts';

/** On whose behalf a transaction runs. The policies compare tenantId and userId with each row. */
export interface Actor {
  readonly role: Role;
  readonly tenantId?: string;
  readonly userId?: string;
}

/** A Kysely bound to one open transaction; tables are those of schema scout. */
export type Transaction = Kysely<Database>;

export interface PoolOptions {
  /** Connections kept at most. Default 16: ten for ingest, whose gate admits no more, and the rest for everything else. */
  readonly max?: number;
  /** Shown in pg_stat_activity. Default 'scout'. */
  readonly applicationName?: string;
  /** Told of an idle connection that broke; the pool has dropped it by then. */
  readonly onError?: (error: Error) => void;
}

/** A pool of connections as the database's login, whose transactions are bound to UTC and a time limit of a minute a statement. */
export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString,
    max: options.max ?? 16,
    application_name: options.applicationName ?? 'scout',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c timezone=UTC',
  });
  survive(pool, options.onError);
  return pool;
}

/**
 * Keeps a connection that breaks from ending the process: without a listener Node throws the error of one in use, which the query
 * under way reports as well. @param onError told of an idle connection that broke
 */
export function survive(pool: pg.Pool, onError: (error: Error) => void = () => {}): void {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
}

/**
 * Runs `work` in one transaction as the actor's role, tenant and user, and commits. Everything is SET LOCAL by checked
 * literals (design 6, rule 2), so nothing of it outlives the transaction. `client` is the same connection, for COPY.
 * Any error rolls back and is thrown on; tenantId and userId that do not look like ids throw before anything is sent.
 */
export async function withRole<T>(
  pool: pg.Pool,
  actor: Actor,
  work: (tx: Transaction, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const prologue = beginAs(actor);
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between two queries says so by this event alone, which unheard would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(prologue);
    const result = await work(kyselyOn(client), client);
    await commit(client);
    return result;
  } catch (error) {
    broken ??= await rollBack(client);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement had failed and the work went on regardless. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('Nothing was stored: a statement of this transaction had failed');
}

/** Returns the error when the connection is past saving; the pool then closes it, which ends the transaction too. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const userIdShape = /^[A-Za-z0-9_-]{1,64}$/;
const roles: ReadonlySet<string> = new Set<Role>([
  'scout_member',
  'scout_admin',
  'scout_ingest',
  'scout_assessor',
  'scout_auth',
  'scout_operator',
  'scout_jobs',
  'scout_visitor',
  'scout_judge',
  'scout_alerts',
]);

/** BEGIN and its settings in one round trip. Throws a TypeError on anything that is not a plain role, UUID or id. */
function beginAs({ role, tenantId, userId }: Actor): string {
  if (!roles.has(role)) throw new TypeError(`Not a role of the server: ${role}`);
  let sql = `BEGIN; SET LOCAL ROLE ${role}`;
  if (tenantId !== undefined) {
    if (!uuid.test(tenantId)) throw new TypeError('tenantId is not a UUID');
    sql += `; SET LOCAL scout.tenant_id = '${tenantId}'`;
  }
  if (userId !== undefined) {
    if (!userIdShape.test(userId)) throw new TypeError('userId is not an id');
    sql += `; SET LOCAL scout.user_id = '${userId}'`;
  }
  return sql;
}

function kyselyOn(client: pg.PoolClient): Transaction {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SingleConnectionDriver(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withSchema('scout');
}

/** Kysely over a connection whose transaction withRole began and will end: BEGIN inside it is a mistake. */
class SingleConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(client: pg.PoolClient) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
        const result = await client.query(sql, [...parameters]);
        const rows = result.rows as R[];
        return result.command === 'SELECT'
          ? { rows }
          : ({ rows, numAffectedRows: BigInt(result.rowCount ?? 0) } satisfies QueryResult<R>);
      },
      // biome-ignore lint/correctness/useYield: streaming goes through the client and pg-query-stream, not through here
      async *streamQuery() {
        throw new Error('Rows are not streamed through withRole');
      },
    };
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('withRole has begun the transaction already');
  }
  async commitTransaction(): Promise<void> {
    throw new Error('withRole commits');
  }
  async rollbackTransaction(): Promise<void> {
    throw new Error('withRole rolls back when its work throws');
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
