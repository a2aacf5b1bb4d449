import type { Role } from '@scout/contract';
import { sql } from 'kysely';
import { isDistributed, namesAccounts } from '../../../platform/database/distribution/layout.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

/**
 * Changes the transaction of an owner of accounts into scout_account_owner for the rest of it: its policies show the accounts that are
 * theirs, and what hangs on these. Nothing for other roles.
 */
export async function narrowTransaction(tx: Transaction, role: Role): Promise<void> {
  if (role !== 'owner') return;
  await sql`SET LOCAL ROLE scout_account_owner`.execute(tx);
  if (isDistributed(tx)) await sql.raw(namesAccounts).execute(tx);
}
