import type { Transaction } from '../../../platform/database/pool.ts';

/** From now on the address joins by no domain until an admin admits it. As scout_admin. */
export async function markRemoved(
  tx: Transaction,
  tenantId: string,
  email: string,
  removed_at: Date,
): Promise<void> {
  await tx
    .insertInto('removed_addresses')
    .values({ tenant_id: tenantId, email, removed_at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).doUpdateSet({ removed_at }))
    .execute();
}

/** An admin, or the operator, admits the address. As scout_admin or scout_operator. */
export async function forgetRemoval(tx: Transaction, tenantId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('removed_addresses')
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .execute();
}
