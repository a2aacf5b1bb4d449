import { sql } from 'kysely';
import { audit } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

/**
 * Subscribes a new organization if it is the only one besides the sample. In a transaction of scout_auth, which continues as
 * scout_auth. Returns true if subscribed.
 */
export async function subscribeFirst(tx: Transaction, tenantId: string, now: Date): Promise<boolean> {
  await sql`SET LOCAL ROLE scout_operator`.execute(tx);
  // Two concurrently founded ones are serialized here, and the second sees the first.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('scout first organization', 0))`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('tenants')
    .set({ is_subscribed: true, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenants as other')
            .select('other.tenant_id')
            .where('other.tenant_id', '!=', tenantId)
            .where('other.is_sample', '=', false),
        ),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 1n) {
    const details = { is_subscribed: true, first_organization: true };
    await audit(tx, { tenantId, actor: 'system', action: 'subscription_changed', details });
  }
  await sql`SET LOCAL ROLE scout_auth`.execute(tx);
  return numUpdatedRows === 1n;
}
