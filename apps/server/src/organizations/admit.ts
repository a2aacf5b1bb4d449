import type { Transaction } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { lockAccount } from './signInTables.ts';

/**
 * Makes a membership active, for the account of its address if somebody has registered with it, with a profile.
 * @throws Refusal other_organization when that person is active elsewhere
 */
export async function admit(tx: Transaction, tenantId: string, email: string, now: Date): Promise<void> {
  const account = await lockAccount(tx, email);
  if (account?.activeIn.some((other) => other !== tenantId)) throw new Refusal('other_organization');
  await tx
    .updateTable('memberships')
    .set({ status: 'active', user_id: account?.id ?? null, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .execute();
  if (!account) return;
  const { id: user_id, first_name, last_name } = account;
  await tx
    .insertInto('profiles')
    .values({ tenant_id: tenantId, user_id, email, first_name, last_name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
    .execute();
}
