import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Payments } from './payments.ts';

export interface CancellationsContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly payments: Payments;
}

/** Cancellations per round; the others follow in the next. */
const TAKEN_UP = 20;
/** Delay of a retry after the provider refused a cancellation. */
const AGAIN_MS = 5 * 60_000;

const isDue = (now: number) => sql<boolean>`(try_after IS NULL OR try_after <= ${new Date(now)})`;

/** Subscriptions of deleted organizations that are due for cancellation. */
export async function awaitingCancellation({ pool, clock }: CancellationsContext): Promise<string[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const rows = await tx
      .selectFrom('payment_cancellations')
      .select('subscription_id')
      .where(isDue(clock.now()))
      .orderBy('subscription_id')
      .limit(TAKEN_UP)
      .execute();
    return rows.map(({ subscription_id }) => subscription_id);
  });
}

/**
 * Cancels a subscription at the payment provider, and deletes it after confirmation.
 * @returns `idle` when another process is working on it; the provider's error, which is retried later
 */
export async function cancelSubscription(
  { pool, clock, payments }: CancellationsContext,
  subscriptionId: string,
): Promise<'canceled' | 'idle' | { readonly error: unknown }> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const row = await tx
      .selectFrom('payment_cancellations')
      .select('subscription_id')
      .where('subscription_id', '=', subscriptionId)
      .where(isDue(clock.now()))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return 'idle';
    try {
      await payments.cancel(subscriptionId);
    } catch (error) {
      await tx
        .updateTable('payment_cancellations')
        .set({ try_after: new Date(clock.now() + AGAIN_MS) })
        .where('subscription_id', '=', subscriptionId)
        .execute();
      return { error };
    }
    await tx.deleteFrom('payment_cancellations').where('subscription_id', '=', subscriptionId).execute();
    return 'canceled';
  });
}
