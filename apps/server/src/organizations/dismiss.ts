import type { Transaction } from '../database/pool.ts';
import type { Membership } from '../queries/memberships.ts';

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
