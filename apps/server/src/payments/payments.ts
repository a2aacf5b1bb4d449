import type { Config } from '../config/config.ts';
import { createStripe } from './stripe.ts';

/** A checkout session that was paid in full for what is on sale. */
export interface PaidSession {
  readonly sessionId: string;
  /** The organization that it was paid for, lower case; as the session says, so it may not exist. */
  readonly tenantId: string;
  /** Null for a payment that is made once. */
  readonly subscriptionId: string | null;
}

/** A checkout that begins: whose it is, who pays, and where the browser returns to. */
export interface NewCheckout {
  readonly tenantId: string;
  readonly email: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A payment provider. */
export interface Payments {
  /** True when checkouts can begin here. */
  readonly canStart: boolean;
  /**
   * Begins a checkout of what is on sale; null when this is not configured.
   * @throws Refusal unavailable when the provider does not answer, or its price is not what is on sale
   */
  start(checkout: NewCheckout): Promise<{ readonly sessionId: string; readonly url: string } | null>;
  /**
   * The session as the provider has it; null when there is none, or it is not paid, or for another product or amount.
   * @throws Refusal unavailable when the provider does not answer
   */
  paidSession(sessionId: string): Promise<PaidSession | null>;
  /**
   * True while a subscription goes on, overdue payments included.
   * @throws Refusal unavailable when the provider does not answer
   */
  isLive(subscriptionId: string): Promise<boolean>;
  /**
   * Ends a subscription at once, so that nothing more is charged; one that is over already stays so.
   * @throws Refusal unavailable when the provider does not answer
   */
  cancel(subscriptionId: string): Promise<void>;
}

/** Refuses rather than take a subscription for canceled that nobody can cancel. */
async function cannotCancel(): Promise<never> {
  throw new Error('No payment provider is configured: set STRIPE_SECRET_KEY.');
}

/** Without a provider nothing was ever paid. */
export function createPayments(stripe: Config['stripe']): Payments {
  if (stripe) return createStripe(stripe);
  return {
    canStart: false,
    start: async () => null,
    paidSession: async () => null,
    isLive: async () => false,
    cancel: cannotCancel,
  };
}
