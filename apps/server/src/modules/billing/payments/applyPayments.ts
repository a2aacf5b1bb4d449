import { sql } from 'kysely';
import { audit } from '../../../platform/database/audit.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { changeSubscription } from '../sql/changeSubscription.ts';
import { endSubscription, type SubscriptionsContext } from '../subscriptions/advance.ts';
import type { PaidSession, Payments } from './payments.ts';

export type PaymentsContext = SubscriptionsContext & { readonly payments: Payments };

/**
 * Subscribes an organization for a paid checkout session. A session counts once: it does not restore a subscription ended since.
 * If its subscription is already over, it is recorded without effect; a payment for a deleted organization is canceled. Returns
 * true if the organization is subscribed now.
 */
export async function applySession(
  { pool, clock, payments }: PaymentsContext,
  { sessionId, tenantId, subscriptionId }: PaidSession,
  actor: string,
): Promise<boolean> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    await lockPayments(tx);
    const tenant = await tx
      .selectFrom('tenants')
      .select('is_subscribed')
      .where(sql<string>`tenant_id::text`, '=', tenantId)
      .executeTakeFirst();
    if (tenant === undefined) {
      if (subscriptionId !== null && (await isFormer(tx, tenantId))) await cancelLater(tx, subscriptionId);
      return false;
    }
    const isLive = subscriptionId === null || (await payments.isLive(subscriptionId));
    const now = new Date(clock.now());
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('payments')
      .values({
        tenant_id: tenantId,
        session_id: sessionId,
        confirmed_at: now,
        subscription_id: subscriptionId,
        ended_at: isLive ? null : now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n || !isLive) return tenant.is_subscribed;
    await subscribe(tx, tenantId, { actor, payment: sessionId }, now);
    return true;
  });
}

/** Updates organizations to Stripe's current state of a subscription, independent of the notice; unknown ones are ignored. */
export async function applySubscription(
  { pool, clock, payments, mail, origin }: PaymentsContext,
  subscriptionId: string,
): Promise<void> {
  await withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    await lockPayments(tx);
    const paid = await tx
      .selectFrom('payments as p')
      .innerJoin('tenants as t', 't.tenant_id', 'p.tenant_id')
      .select(['p.tenant_id', 'p.session_id', 'p.ended_at', 't.company_name'])
      .where('p.subscription_id', '=', subscriptionId)
      .execute();
    if (paid.length === 0) return;
    const isLive = await payments.isLive(subscriptionId);
    const now = new Date(clock.now());
    for (const { tenant_id: tenantId, session_id, ended_at, company_name: name } of paid) {
      if (isLive === (ended_at === null)) continue;
      await tx
        .updateTable('payments')
        .set({ ended_at: isLive ? null : now })
        .where('tenant_id', '=', tenantId)
        .where('session_id', '=', session_id)
        .execute();
      if (isLive) await subscribe(tx, tenantId, { actor: 'stripe', payment: session_id }, now);
      else if (!(await hasLive(tx, tenantId)))
        await endSubscription(
          tx,
          { mail, client, origin: origin() },
          { tenantId, name },
          { wasTrial: false, actor: 'stripe', now },
        );
    }
  });
}

/** Serializes payments, so that Stripe's latest state applies; they are rare, and each makes one short request to Stripe. */
const lockPayments = (tx: Transaction) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('scout payments', 0))`.execute(tx);

async function isFormer(tx: Transaction, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('former_organizations')
    .select('organization_id')
    .where(sql<string>`organization_id::text`, '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Canceling twice is harmless: Stripe ignores a canceled subscription. */
async function cancelLater(tx: Transaction, subscriptionId: string): Promise<void> {
  await tx
    .insertInto('payment_cancellations')
    .values({ subscription_id: subscriptionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function subscribe(
  tx: Transaction,
  tenantId: string,
  { actor, payment }: { readonly actor: string; readonly payment: string },
  now: Date,
): Promise<void> {
  await changeSubscription(tx, tenantId, true, now);
  const details = { is_subscribed: true, payment: payment.slice(0, 8) };
  await audit(tx, { tenantId, actor, action: 'subscription_changed', details });
}

async function hasLive(tx: Transaction, tenantId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select('session_id')
    .where('tenant_id', '=', tenantId)
    .where('subscription_id', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
