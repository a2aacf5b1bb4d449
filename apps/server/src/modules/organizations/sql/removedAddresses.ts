import type { Transaction } from '../../../platform/database/pool.ts';

/**
 * From now on the address joins by no domain until an admin admits it. `by_directory`: the organization's directory ended the
 * membership, and may bring it back. As scout_admin.
 */
export async function markRemoved(
  tx: Transaction,
  tenantId: string,
  email: string,
  { removed_at, by_directory }: { removed_at: Date; by_directory: boolean },
): Promise<void> {
  await tx
    .insertInto('removed_addresses')
    .values({ tenant_id: tenantId, email, removed_at, by_directory })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'email']).doUpdateSet({ removed_at, by_directory }),
    )
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

/** True if an admin removed or rejected the address, and nobody has admitted it since. */
export async function isRemoved(tx: Transaction, tenantId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('removed_addresses')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('by_directory', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}
