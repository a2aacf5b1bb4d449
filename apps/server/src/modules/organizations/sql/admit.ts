import type { Transaction } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Membership } from '../../auth/index.ts';
import { lockUser } from './signInTables.ts';

/**
 * Activates the membership of an address's user, with a profile. The person has agreed by registering or accepting: an admin
 * alone cannot add anybody.
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

/** Activates the membership of an unregistered address. */
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

/** A new membership of an address, without an account. */
export async function insertMember(
  tx: Transaction,
  tenantId: string,
  member: Pick<Membership, 'email' | 'role' | 'status'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ tenant_id: tenantId, ...member, created_at: now, updated_at: now })
    .execute();
}

/** Removes a membership, and the person's profile in the organization. */
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
