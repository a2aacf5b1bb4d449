import { type Generated, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Client } from '../../platform/database/client.ts';
import { survive, type Transaction, withRole } from '../../platform/database/pool.ts';
import type { KeyPurpose } from './keyring.ts';

interface UserTable {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  email_confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  first_name: string | null;
  company_name: string | null;
  alert_recipient_email: string | null;
  created_at: Date;
  updated_at: Date;
}

interface AccountTable {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  /** scrypt hash, including the salt. */
  password: string | null;
  created_at: Date;
  updated_at: Date;
}

interface SessionTable {
  id: string;
  /** SHA-256 of the cookie's token, base64url. */
  token: string;
  user_id: string;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  second_factor_at: Date | null;
  previous_sign_in_at: Date | null;
}

interface JwksTable {
  id: string;
  public_key: string;
  /** Encrypted with the authentication secret: signingKey.ts. */
  private_key: string;
  /** Time from which it signs. */
  created_at: Date;
  expires_at: Date | null;
  alg: string | null;
  crv: string | null;
}

/** db/migrations/baseline/02_sign_in.sql */
interface KeysTable {
  purpose: KeyPurpose;
  key_id: string;
  material: string;
  created_at: Generated<Date>;
  used_from: Date;
  expires_at: Date | null;
}

interface ConfirmationsTable {
  confirmation_id: string;
  user_id: string;
  password: string | null;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  code_hash: Buffer;
  token_hash: Buffer;
  attempts: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

interface PasswordResetsTable {
  user_id: string;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
}

interface FactorsTable {
  user_id: string;
  factor_id: string;
  factor_type: 'totp' | 'phone';
  status: 'unverified' | 'verified';
  friendly_name: string;
  /** Base32 secret with its owner, sealed: auth/factors.ts. */
  secret: string;
  /** bigint, read as text. */
  last_used_step: string | number | null;
  created_at: Date;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
  key_id: string;
  used_at: Date | null;
}

interface DevicesTable {
  user_id: string;
  device_hash: Buffer;
  first_seen_at: Date;
  last_seen_at: Date;
}

/** The tables of schema auth. */
export interface AuthDatabase {
  user: UserTable;
  account: AccountTable;
  session: SessionTable;
  jwks: JwksTable;
  keys: KeysTable;
  confirmations: ConfirmationsTable;
  password_resets: PasswordResetsTable;
  factors: FactorsTable;
  recovery_codes: RecoveryCodesTable;
  devices: DevicesTable;
}

/** Queries over the sign-in tables, in a transaction or alone. */
export type AuthQueries = Kysely<AuthDatabase>;

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
  const db = new Kysely<AuthDatabase>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy() };
}

/** One transaction as scout_auth: `tx` over schema scout, `db` over schema auth. */
export function inAuth<T>(pool: pg.Pool, work: (tx: Transaction, db: AuthQueries) => Promise<T>): Promise<T> {
  return withRole(pool, { role: 'scout_auth' }, (tx) => {
    const db = tx
      .withSchema('auth')
      .$extendTables<Pick<AuthDatabase, keyof AuthDatabase>>()
      .$pickTables<keyof AuthDatabase>();
    return work(tx, db);
  });
}
