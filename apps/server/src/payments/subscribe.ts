import type pg from 'pg';
import { withRole } from '../database/pool.ts';
import { audit } from '../queries/audit.ts';
import { notifyAtCommit } from '../updates/notices.ts';

/**
 * Subscribes an organization for a checkout session that was paid. A session counts once: opening its page again gives
 * nothing back that was ended since. Returns whether the organization is subscribed now.
 */
export async function subscribeFor(
  pool: pg.Pool,
  payment: { readonly tenantId: string; readonly sessionId: string; readonly actor: string },
  now: Date,
): Promise<boolean> {
  const { tenantId, sessionId, actor } = payment;
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('payments')
      .values({ tenant_id: tenantId, session_id: sessionId, confirmed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) {
      await tx
        .updateTable('tenants')
        .set({ is_subscribed: true, updated_at: now })
        .where('tenant_id', '=', tenantId)
        .execute();
      const details = { is_subscribed: true, payment: sessionId.slice(0, 8) };
      await audit(tx, { tenantId, actor, action: 'subscription_changed', details });
      await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
    }
    const tenant = await tx
      .selectFrom('tenants')
      .select('is_subscribed')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    return tenant?.is_subscribed ?? false;
  });
}
