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
import { isDistributed, noteLayout, noteTransaction, settingsOnNodes } from './distribution/layout.ts';
import type { DB } from './schema.ts';

/** The roles that the server assumes: db/migrations/baseline/01_roles.sql says what each is for. */
export type Role =
  | 'scout_member'
  | 'scout_admin'
  | 'scout_account_owner'
  | 'scout_ingest'
  | 'scout_assessor'
  | 'scout_auth'
  | 'scout_operator'
  | 'scout_jobs'
  | 'scout_visitor'
  | 'scout_judge'
  | 'scout_alerts';

/** Identity of a transaction. The policies compare tenantId and userId with each row. */
export interface Actor {
  readonly role: Role;
  readonly tenantId?: string;
  readonly userId?: string;
  /** All of it sees the same snapshot; with `read` it writes nothing. */
  readonly oneSnapshot?: 'read' | 'write';
}

/** A Kysely instance bound to one open transaction; tables are those of schema scout. */
export type Transaction = Kysely<DB>;

export interface PoolOptions {
  /** Maximum connections. Default 16: four for ingest, three for heartbeats, six for calls of members, and the rest for everything else. */
  readonly max?: number;
  /** Shown in pg_stat_activity. Default 'scout'. */
  readonly applicationName?: string;
  /** Called for a broken idle connection, which the pool has already dropped. */
  readonly onError?: (error: Error) => void;
}

/**
 * A pool of connections as the database's login, with transactions in UTC and a statement timeout of one minute. Statements are not
 * compiled: that takes longer than any of them runs.
 */
export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString,
    max: options.max ?? 16,
    application_name: options.applicationName ?? 'scout',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c timezone=UTC -c jit=off',
    onConnect: noteLayout,
  });
  survive(pool, options.onError);
  return pool;
}

/**
 * Prevents a broken connection from ending the process: without a listener Node throws the error of one in use, which the current
 * query also reports. @param onError called for a broken idle connection
 */
export function survive(pool: pg.Pool, onError: (error: Error) => void = () => {}): void {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
}

/**
 * Runs `work` in one transaction with the actor's role, tenant and user, and commits. All settings are SET LOCAL with checked
 * literals (design 6, rule 2), so that none outlives the transaction. `client` is the same connection, for COPY. Any error rolls
 * back and is rethrown; an invalid tenantId or userId throws before anything is sent.
 */
export async function withRole<T>(
  pool: pg.Pool,
  actor: Actor,
  work: (tx: Transaction, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const begin = beginAs(actor);
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between two queries reports it only by this event, which without a listener would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin(client).join('; '));
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

/** After a failed statement whose error was ignored, PostgreSQL responds to COMMIT with ROLLBACK, and no error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('Nothing was stored: a statement of this transaction had failed');
}

/** Returns the error of an unusable connection; the pool then closes it, which also ends the transaction. */
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
/** Every role that a login changes into. */
export const serverRoles: readonly Role[] = [
  'scout_member',
  'scout_admin',
  'scout_account_owner',
  'scout_ingest',
  'scout_assessor',
  'scout_auth',
  'scout_operator',
  'scout_jobs',
  'scout_visitor',
  'scout_judge',
  'scout_alerts',
];
const roles: ReadonlySet<string> = new Set(serverRoles);

const BEGIN = {
  none: 'BEGIN',
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
  write: 'BEGIN ISOLATION LEVEL REPEATABLE READ',
};

/**
 * Statements that begin a transaction of the actor on a connection. Throws a TypeError for an invalid role, UUID or id, before one is
 * needed.
 */
export function beginAs({ role, tenantId, userId, oneSnapshot }: Actor): (client: pg.ClientBase) => string[] {
  if (!roles.has(role)) throw new TypeError(`Not a role of the server: ${role}`);
  const settings: string[] = [];
  if (tenantId !== undefined) {
    if (!uuid.test(tenantId)) throw new TypeError('tenantId is not a UUID');
    settings.push(`SET LOCAL scout.tenant_id = '${tenantId}'`);
  }
  if (userId !== undefined) {
    if (!userIdShape.test(userId)) throw new TypeError('userId is not an id');
    settings.push(`SET LOCAL scout.user_id = '${userId}'`);
  }
  return (client) => {
    const set = isDistributed(client) && settings.length > 0 ? [settingsOnNodes(settings)] : settings;
    return [BEGIN[oneSnapshot ?? 'none'], `SET LOCAL ROLE ${role}`, ...set];
  };
}

/** Kysely on a connection whose transaction its caller begins and ends. */
export function kyselyOn(client: pg.PoolClient): Transaction {
  const tx = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SingleConnectionDriver(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withSchema('scout');
  return noteTransaction(tx, client);
}

/** Kysely driver for a connection whose transaction withRole manages: BEGIN inside it is a bug. */
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
