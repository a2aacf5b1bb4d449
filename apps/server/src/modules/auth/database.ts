import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Client } from '../../platform/database/client.ts';
import { survive, type Transaction, withRole } from '../../platform/database/pool.ts';
import type { DB } from './schema.ts';

/** Queries over the sign-in tables, in a transaction or alone. */
export type AuthQueries = Kysely<DB>;

/** The sign-in tables. `pool` has role scout_auth with access only to schema auth. */
export interface AuthStore {
  readonly pool: pg.Pool;
  readonly db: AuthQueries;
  close(): Promise<void>;
}

/**
 * Opens the sign-in tables with the server's login. These tables belong to no tenant, so the role is set once per connection
 * instead of once per transaction.
 */
export function openAuthStore(connectionString: string, onError: (error: Error) => void): AuthStore {
  const pool = new pg.Pool({
    Client,
    connectionString,
    max: 5,
    application_name: 'scout auth',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    options: '-c timezone=UTC -c role=scout_auth -c search_path=auth',
  });
  survive(pool, onError);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy() };
}

/** One transaction as scout_auth: `tx` over schema scout, `db` over schema auth. */
export function inAuth<T>(pool: pg.Pool, work: (tx: Transaction, db: AuthQueries) => Promise<T>): Promise<T> {
  return withRole(pool, { role: 'scout_auth' }, (tx) => work(tx, signInTables(tx)));
}

/** The sign-in tables in a transaction whose role may use them. */
export const signInTables = (tx: Transaction): AuthQueries =>
  tx.withSchema('auth').$extendTables<Pick<DB, keyof DB>>().$pickTables<keyof DB>();
