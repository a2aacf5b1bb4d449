import type { Transaction } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import type { Membership } from '../queries/memberships.ts';
import { lockUser } from './signInTables.ts';

/**
 * Makes a membership active for the user of its address, with a profile. The person has asked for it, by registering or by
 * accepting: an admin alone adds nobody.
 * @throws Refusal other_organization when that person is active elsewhere
 */
export async function admit(tx: Transaction, tenantId: string, email: string, now: Date): Promise<void> {
  const user = await lockUser(tx, email);
  if (!user) throw new Error('The user of a membership is gone');
  if (user.activeIn.some((other) => other !== tenantId)) throw new Refusal('other_organization');
  const { id: user_id, first_name, last_name } = user;
  await activate(tx, tenantId, email, { user_id, updated_at: now });
  await tx
    .insertInto('profiles')
    .values({ tenant_id: tenantId, user_id, email, first_name, last_name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
    .execute();
}

/** Makes a membership active that nobody has taken up yet. */
export const preapprove = (tx: Transaction, tenantId: string, email: string, now: Date): Promise<void> =>
  activate(tx, tenantId, email, { updated_at: now });

async function activate(
  tx: Transaction,
  tenantId: string,
  email: string,
  change: { user_id?: string; updated_at: Date },
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ status: 'active', ...change })
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .execute();
}

/** Takes a membership away, with what the organization knows of the person: the profile. */
export async function dismiss(
  tx: Transaction,
  tenantId: string,
  { email, user_id }: Membership,
): Promise<void> {
  if (user_id !== null) {
    await tx
      .deleteFrom('profiles')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', user_id)
      .execute();
  }
  await tx.deleteFrom('memberships').where('tenant_id', '=', tenantId).where('email', '=', email).execute();
}
