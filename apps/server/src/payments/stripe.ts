import { limits } from '@scout/contract';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { Refusal } from '../http/refusal.ts';
import type { Payments } from './payments.ts';

type Settings = NonNullable<Config['stripe']>;

/** The part of Stripe's checkout session that decides. The link to pay carries the tenant_id as client_reference_id. */
const checkoutSession = z.object({
  payment_status: z.string(),
  client_reference_id: z.string().nullish(),
  subscription: z.string().nullish(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  line_items: z
    .object({ data: z.array(z.object({ price: z.object({ product: z.string() }).nullish() })) })
    .nullish(),
});
type CheckoutSession = z.output<typeof checkoutSession>;

const subscription = z.object({ status: z.string() });

const isSubscriptionId = (id: string): boolean => /^sub_[A-Za-z0-9_]+$/.test(id);

/** Stripe tries to collect an overdue payment for weeks before it gives a subscription up. */
const live = ['active', 'trialing', 'past_due'];

/** Asks Stripe, by its secret key, and believes nothing that a browser says. */
export function createStripe(settings: Settings): Payments {
  const { secretKey, apiUrl, sale } = settings;

  /** Undefined for an object that Stripe does not have. */
  async function request(method: 'GET' | 'DELETE', path: string): Promise<Response | undefined> {
    const answer = await ask(method, `${apiUrl}/v1/${path}`, secretKey);
    if (answer.status === 404) return undefined;
    if (!answer.ok) {
      const advice = answer.status === 401 ? ': check STRIPE_SECRET_KEY' : '';
      throw unavailable(new Error(`The payment provider answers HTTP ${answer.status}${advice}.`));
    }
    return answer;
  }

  async function read<T extends z.ZodType>(
    name: string,
    path: string,
    schema: T,
  ): Promise<z.output<T> | undefined> {
    const answer = await request('GET', path);
    if (answer === undefined) return undefined;
    const parsed = schema.safeParse(await answer.json().catch(() => undefined));
    if (!parsed.success) throw unavailable(new Error(`The payment provider answers no ${name}.`));
    return parsed.data;
  }

  return {
    async paidSession(sessionId) {
      // Anything else is none of Stripe's sessions, and must not shape the path that is asked.
      if (!/^cs_[A-Za-z0-9_]+$/.test(sessionId)) return null;
      const expand = sale === undefined ? '' : '?expand[]=line_items';
      const session = await read(
        'checkout session',
        `checkout/sessions/${sessionId}${expand}`,
        checkoutSession,
      );
      if (session?.payment_status !== 'paid' || !session.client_reference_id) return null;
      if (sale !== undefined && !isFor(session, sale)) return null;
      return {
        sessionId,
        tenantId: session.client_reference_id.toLowerCase(),
        subscriptionId: session.subscription ?? null,
      };
    },

    async isLive(subscriptionId) {
      if (!isSubscriptionId(subscriptionId)) return false;
      const found = await read('subscription', `subscriptions/${subscriptionId}`, subscription);
      return found !== undefined && live.includes(found.status);
    },

    async cancel(subscriptionId) {
      // Stripe answers 404 for one that was canceled before.
      if (isSubscriptionId(subscriptionId)) await request('DELETE', `subscriptions/${subscriptionId}`);
    },
  };
}

/** True for a session about the product on sale alone, at its amount or, with tax, more. */
function isFor(
  { amount_total, currency, line_items }: CheckoutSession,
  { product, amount, currency: expected }: NonNullable<Settings['sale']>,
): boolean {
  const items = line_items?.data ?? [];
  return (
    items.length === 1 &&
    items[0]?.price?.product === product &&
    currency?.toLowerCase() === expected &&
    typeof amount_total === 'number' &&
    amount_total >= amount
  );
}

/** Nobody but the log is told why. */
const unavailable = (cause: unknown): Refusal => new Refusal('unavailable', { retryAfter: 5, cause });

async function ask(method: string, url: string, secretKey: string): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(limits.payment.providerTimeoutMs),
    });
  } catch (cause) {
    throw unavailable(cause);
  }
}
