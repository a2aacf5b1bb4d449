import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type AuthQueries, signInTables } from '../database.ts';

/**
 * Part of a scout_admin transaction on the sign-in tables, which belong to another role: sessions that end with a membership, the
 * user of an address.
 */
export async function inSignInTables<T>(
  tx: Transaction,
  work: (db: AuthQueries, tx: Transaction) => Promise<T>,
): Promise<T> {
  await sql`SET LOCAL ROLE scout_auth`.execute(tx);
  const result = await work(signInTables(tx), tx);
  await sql`SET LOCAL ROLE scout_admin`.execute(tx);
  return result;
}
