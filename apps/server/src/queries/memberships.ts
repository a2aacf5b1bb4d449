import type { Role } from '@scout/contract';
import type { Transaction } from '../database/pool.ts';

/** The caller's active membership with the tenant's subscription, read inside the tenant's transaction. */
export function activeMembership(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<{ role: Role; is_subscribed: boolean } | undefined> {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.tenant_id', 'm.tenant_id')
    .select(['m.role', 't.is_subscribed'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .executeTakeFirst();
}
