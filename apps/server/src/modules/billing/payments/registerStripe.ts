import { limits } from '@scout/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../../platform/config/config.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { applySession, applySubscription, type PaymentsContext } from './applyPayments.ts';
import { isSignedByStripe } from './stripeSignature.ts';

export const stripeWebhookPath = '/api/payments/v1/stripe';

/** The part of an event that is read: its object is requested again, so that events may be repeated, late, and in any order. */
const stripeEvent = z.object({
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
});

/** Registers Stripe's webhook; does nothing without STRIPE_WEBHOOK_SECRET. */
export function registerStripe(
  app: FastifyInstance,
  context: PaymentsContext & { readonly config: Pick<Config, 'stripe'> },
): void {
  const secret = context.config.stripe?.webhookSecret;
  if (secret === undefined) return;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: limits.payment.webhookBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post(
      stripeWebhookPath,
      { config: { open: 'Stripe, which signs each event with the secret of the webhook' } },
      async ({ headers, body }) => {
        const header = headers['stripe-signature'];
        const isSigned =
          typeof header === 'string' &&
          Buffer.isBuffer(body) &&
          isSignedByStripe(secret, header, body, context.clock.now());
        if (!isSigned) throw new Refusal('invalid_webhook_signature');
        await apply(context, body.toString('utf8'));
        return { received: true };
      },
    );
  });
}

async function apply(context: PaymentsContext, body: string): Promise<void> {
  const parsed = stripeEvent.safeParse(jsonOf(body));
  // Signed by Stripe, but of an irrelevant kind.
  if (!parsed.success) return;
  const { type, data } = parsed.data;
  const { id } = data.object;
  if (type.startsWith('checkout.session.')) {
    const paid = await context.payments.paidSession(id);
    if (paid !== null) await applySession(context, paid, 'stripe');
  } else if (type.startsWith('customer.subscription.')) {
    await applySubscription(context, id);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
