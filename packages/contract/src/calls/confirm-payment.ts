import { declareCall } from '../call.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/**
 * Asks the payment provider about a checkout session, and subscribes the caller's organization if the provider says that it
 * was paid for this organization. Without a provider nothing changes and `confirmed` is false.
 */
export const confirmPayment = declareCall({
  access: 'member',
  method: 'POST',
  path: '/functions/v1/confirm-payment',
  summary: 'Confirm a payment',
  tag: 'Organizations',
  input: z.object({ session_id: z.string().min(1).max(limits.payment.sessionIdMax) }),
  output: z.object({ confirmed: z.boolean() }),
});
