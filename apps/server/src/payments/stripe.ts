import { limits } from '@scout/contract';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { Refusal } from '../http/refusal.ts';
import type { Payments } from './payments.ts';

/** The part of Stripe's checkout session that decides. The link to pay carries the tenant_id as client_reference_id. */
const checkoutSession = z.object({
  payment_status: z.string(),
  client_reference_id: z.string().nullish(),
});

/** Asks Stripe, by its secret key, and believes nothing that a browser says. */
export function createStripe({ secretKey, apiUrl }: NonNullable<Config['stripe']>): Payments {
  return {
    async isPaid(sessionId, tenantId) {
      // Anything else is none of Stripe's sessions, and must not shape the path that is asked.
      if (!/^cs_[A-Za-z0-9_]+$/.test(sessionId)) return false;
      const answer = await ask(`${apiUrl}/v1/checkout/sessions/${sessionId}`, secretKey);
      if (answer.status === 404) return false;
      if (!answer.ok) {
        const advice = answer.status === 401 ? ': check STRIPE_SECRET_KEY' : '';
        throw unavailable(new Error(`The payment provider answers HTTP ${answer.status}${advice}.`));
      }
      const parsed = checkoutSession.safeParse(await answer.json().catch(() => undefined));
      if (!parsed.success) throw unavailable(new Error('The payment provider answers no checkout session.'));
      const { payment_status, client_reference_id } = parsed.data;
      return payment_status === 'paid' && client_reference_id?.toLowerCase() === tenantId;
    },
  };
}

/** Nobody but the log is told why. */
const unavailable = (cause: unknown): Refusal => new Refusal('unavailable', { retryAfter: 5, cause });

async function ask(url: string, secretKey: string): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(limits.payment.providerTimeoutMs),
    });
  } catch (cause) {
    throw unavailable(cause);
  }
}
