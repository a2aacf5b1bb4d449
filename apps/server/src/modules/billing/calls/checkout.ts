import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin, tenantRow } from '../../auth/index.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';

/** Facts for starting a payment: an organization on trial may, a subscribed one may not. */
async function standing({ tx, member }: Pick<MemberContext, 'tx' | 'member'>) {
  const { can_purchase_subscription, is_subscribed, trial_ends_at } = await tenantRow(tx, member.tenantId, [
    'can_purchase_subscription',
    'is_subscribed',
    'trial_ends_at',
  ]);
  return { mayPurchase: can_purchase_subscription, hasPaid: is_subscribed && trial_ends_at === null };
}

export const checkout = implementCall(contract.checkout, async (_input, context) => {
  const { mayPurchase, hasPaid } = await standing(context);
  return { is_available: context.app.payments.canStart && mayPurchase && !hasPaid };
});

export const checkoutStart = implementCall(contract.checkoutStart, async (_input, context) => {
  const { payments, rates, origin } = context.app;
  await rates.consume('paymentPerUser', context.member.userId);
  const { mayPurchase, hasPaid } = await standing(context);
  if (hasPaid) throw new Refusal('subscribed_already');
  if (!payments.canStart || !mayPurchase) throw notHere();
  return changeAsAdmin(context, async ({ tenantId, actor, log }) => {
    const started = await payments.start({
      tenantId,
      email: actor,
      // Stripe inserts the session's id.
      successUrl: `${origin()}/payment-confirmation?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin()}/settings/billing`,
    });
    if (started === null) throw notHere();
    await log({ action: 'checkout_started', details: { payment: started.sessionId.slice(0, 8) } });
    return { url: started.url };
  });
});

const notHere = () =>
  new Refusal('not_found', { message: 'This server accepts no payments. Ask us for an offer.' });
