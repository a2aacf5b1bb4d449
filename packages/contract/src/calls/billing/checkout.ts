import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

const path = '/api/v1/checkout';

/** True if the caller's organization can start a payment here: the payment provider is configured and the operator permits it. */
export const checkout = declareCall({
  access: 'admin',
  method: 'GET',
  path,
  summary: 'Whether a checkout can begin',
  tag: 'Organizations',
  input: z.object({}),
  output: z.object({ is_available: z.boolean() }),
});

/** Starts a checkout for the caller's organization at the payment provider. It does not pay or change anything. */
export const checkoutStart = declareCall({
  access: 'admin',
  method: 'POST',
  path,
  summary: 'Begin a checkout',
  tag: 'Organizations',
  input: z.object({}),
  /** The provider's page. */
  output: z.object({ url: z.url() }),
  errors: ['not_found', 'subscribed_already', 'unavailable', 'rate_limited'],
});
