import type { Config } from '../../../platform/config/config.ts';
import { createStripe } from './stripe.ts';

/** A checkout session paid in full for the product on sale. */
export interface PaidSession {
  readonly sessionId: string;
  /** The paid organization from the session, in lower case; it may not exist. */
  readonly tenantId: string;
  /** Null for a one-time payment. */
  readonly subscriptionId: string | null;
}

/** A new checkout: the organization, the payer, and the browser's return addresses. */
export interface NewCheckout {
  readonly tenantId: string;
  readonly email: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A payment provider. */
export interface Payments {
  /** True when checkouts can start here. */
  readonly canStart: boolean;
  /**
   * Starts a checkout for the product on sale; null if not configured.
   * @throws Refusal unavailable when the provider does not respond, or its price differs from the sale
   */
  start(checkout: NewCheckout): Promise<{ readonly sessionId: string; readonly url: string } | null>;
  /**
   * The provider's session; null if missing, unpaid, or for another product or amount.
   * @throws Refusal unavailable when the provider does not respond
   */
  paidSession(sessionId: string): Promise<PaidSession | null>;
  /**
   * True while a subscription continues, including overdue payments.
   * @throws Refusal unavailable when the provider does not respond
   */
  isLive(subscriptionId: string): Promise<boolean>;
  /**
   * Ends a subscription immediately, so that nothing more is charged; idempotent.
   * @throws Refusal unavailable when the provider does not respond
   */
  cancel(subscriptionId: string): Promise<void>;
}

/** Refuses, so that a subscription that cannot be canceled is not treated as canceled. */
async function cannotCancel(): Promise<never> {
  throw new Error('No payment provider is configured: set STRIPE_SECRET_KEY.');
}

/** Without a provider no payment exists. */
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
