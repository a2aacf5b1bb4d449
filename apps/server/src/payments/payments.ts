import type { Config } from '../config.ts';
import { createStripe } from './stripe.ts';

/** What is asked of a payment provider. */
export interface Payments {
  /**
   * Whether this checkout session was paid, and for this organization.
   * @throws Refusal unavailable when the provider does not answer
   */
  isPaid(sessionId: string, tenantId: string): Promise<boolean>;
}

/** Without a provider nothing was ever paid. */
export function createPayments(stripe: Config['stripe']): Payments {
  return stripe ? createStripe(stripe) : { isPaid: async () => false };
}
