import { limits } from '@scout/contract';
import { z } from 'zod';
import type { Config } from '../../../platform/config/config.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Payments } from './payments.ts';

type Settings = NonNullable<Config['stripe']>;

/** The relevant part of Stripe's checkout session. The payment link contains the tenant_id as client_reference_id. */
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

/** The part of a price that must match the sale. */
const stripePrice = z.object({
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.number().nullable(),
  product: z.string(),
  type: z.enum(['recurring', 'one_time']),
});

/** A newly created checkout session. */
const newSession = z.object({ id: z.string().startsWith('cs_'), url: z.url({ protocol: /^https?$/ }) });

const isSubscriptionId = (id: string): boolean => /^sub_[A-Za-z0-9_]+$/.test(id);

/** Stripe tries to collect an overdue payment for weeks before it cancels a subscription. */
const live = ['active', 'trialing', 'past_due'];

/** Queries Stripe with its secret key, and trusts nothing from a browser. */
export function createStripe(settings: Settings): Payments {
  const { secretKey, apiUrl, sale, price } = settings;

  /** Undefined for an object unknown to Stripe. */
  async function request(
    method: 'GET' | 'DELETE' | 'POST',
    path: string,
    form?: URLSearchParams,
  ): Promise<Response | undefined> {
    const answer = await ask(method, `${apiUrl}/v1/${path}`, secretKey, form);
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
    return parse(name, await request('GET', path), schema);
  }

  async function parse<T extends z.ZodType>(
    name: string,
    answer: Response | undefined,
    schema: T,
  ): Promise<z.output<T> | undefined> {
    if (answer === undefined) return undefined;
    const parsed = schema.safeParse(await answer.json().catch(() => undefined));
    if (!parsed.success)
      throw unavailable(new Error(`The payment provider's response is not a valid ${name}.`));
    return parsed.data;
  }

  return {
    canStart: price !== undefined && sale !== undefined,

    async start({ tenantId, email, successUrl, cancelUrl }) {
      if (price === undefined || sale === undefined) return null;
      const found = await read('price', `prices/${price}`, stripePrice);
      const { product, amount, currency } = sale;
      if (
        !found?.active ||
        found.product !== product ||
        found.currency !== currency ||
        (found.unit_amount ?? 0) < amount
      )
        throw unavailable(new Error('STRIPE_PRICE is not the active price of what is on sale.'));
      const form = new URLSearchParams({
        mode: found.type === 'recurring' ? 'subscription' : 'payment',
        'line_items[0][price]': price,
        'line_items[0][quantity]': '1',
        client_reference_id: tenantId,
        customer_email: email,
        success_url: successUrl,
        cancel_url: cancelUrl,
      });
      const answer = await request('POST', 'checkout/sessions', form);
      const session = await parse('new checkout session', answer, newSession);
      if (session === undefined)
        throw unavailable(new Error('The payment provider did not start a checkout session.'));
      return { sessionId: session.id, url: session.url };
    },

    async paidSession(sessionId) {
      // Anything else is not a Stripe session, and must not become part of the request path.
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
      // Stripe responds 404 for an already canceled one.
      if (isSubscriptionId(subscriptionId)) await request('DELETE', `subscriptions/${subscriptionId}`);
    },
  };
}

/** True for a session with only the product on sale, at its amount or, with tax, more. */
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

/** Only the log contains the reason. */
const unavailable = (cause: unknown): Refusal => new Refusal('unavailable', { retryAfter: 5, cause });

async function ask(
  method: string,
  url: string,
  secretKey: string,
  form?: URLSearchParams,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { authorization: `Bearer ${secretKey}` },
      ...(form && { body: form }),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.payment.providerTimeoutMs),
    });
  } catch (cause) {
    throw unavailable(cause);
  }
}
