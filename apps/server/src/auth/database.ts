import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

interface UserTable {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  email_confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface SessionTable {
  id: string;
  token: string;
  user_id: string;
  expires_at: Date;
}

interface JwksTable {
  id: string;
  public_key: string;
  alg: string | null;
  expires_at: Date | null;
}

/** The parts of schema auth that our own queries read and write; the rest is Better Auth's business. */
export interface AuthDatabase {
  user: UserTable;
  session: SessionTable;
  jwks: JwksTable;
}

/** The sign-in tables. `pool` speaks as scout_auth in schema auth, and to nothing else. */
export interface AuthStore {
  readonly pool: pg.Pool;
  readonly db: Kysely<AuthDatabase>;
  close(): Promise<void>;
}

/**
 * Opens the sign-in tables over the login of the server. These tables belong to no tenant, so the role is set once per
 * connection instead of once per transaction.
 */
export function openAuthStore(connectionString: string, onError: (error: Error) => void): AuthStore {
  const pool = new pg.Pool({
    connectionString,
    max: 5,
    application_name: 'scout auth',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    options: '-c timezone=UTC -c role=scout_auth -c search_path=auth',
  });
  pool.on('error', onError);
  const db = new Kysely<AuthDatabase>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy() };
}
