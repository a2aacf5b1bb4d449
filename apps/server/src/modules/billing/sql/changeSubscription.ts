import { dataEnd } from '@scout/contract/subscription';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

/**
 * Subscribes an organization, or ends its subscription or trial; without a change nothing is written. As scout_operator; browsers
 * and agents of the organization are notified on commit.
 * @returns false without a change
 */
export async function changeSubscription(
  tx: Transaction,
  tenantId: string,
  isSubscribed: boolean,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tenants')
    .set({
      is_subscribed: isSubscribed,
      trial_ends_at: null,
      trial_reminded_days: null,
      data_until: isSubscribed ? null : new Date(dataEnd(now.getTime())),
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    // A trial becomes a subscription.
    .where((where) =>
      where.or([where('is_subscribed', '!=', isSubscribed), where('trial_ends_at', 'is not', null)]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
  return true;
}
