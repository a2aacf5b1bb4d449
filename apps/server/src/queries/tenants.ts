import type { Tenant } from '@scout/contract';
import type { Transaction } from '../database/pool.ts';

/** The transaction's own organization. */
export function readTenant(tx: Transaction, tenantId: string): Promise<Tenant | undefined> {
  return tx
    .selectFrom('tenants')
    .select([
      'tenant_id',
      'company_name',
      'is_subscribed',
      'receive_email_alerts',
      'can_purchase_subscription',
      'is_sample',
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}
