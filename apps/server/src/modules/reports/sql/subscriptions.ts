import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { tenantRow } from '../../auth/index.ts';
import { monthAt, monthBefore } from '../months.ts';

/** True when the member is subscribed to monthly reports. */
export async function readSubscription(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('report_subscriptions')
    .select('receives')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.receives ?? false;
}

/** Subscribes or unsubscribes a member. Earlier months are not mailed. */
export async function subscribe(
  tx: Transaction,
  member: { tenantId: string; userId: string; email: string; receives: boolean; now: Date },
): Promise<void> {
  const { tenantId, userId, email, receives, now } = member;
  const { time_zone } = await tenantRow(tx, tenantId, ['time_zone']);
  const mailedMonth = monthBefore(monthAt(now.getTime(), time_zone)).name;
  await sql`
    INSERT INTO scout.report_subscriptions AS s (tenant_id, email, user_id, receives, mailed_month, updated_at)
    VALUES (${tenantId}, ${email}, ${userId}, ${receives}, ${mailedMonth}, ${now})
    ON CONFLICT (tenant_id, email) DO UPDATE SET receives = excluded.receives, updated_at = excluded.updated_at,
      mailed_month = CASE WHEN s.receives THEN s.mailed_month ELSE greatest(s.mailed_month, excluded.mailed_month) END`.execute(
    tx,
  );
}
