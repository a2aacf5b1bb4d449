import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

const subscription = z.object({
  /** True while the caller gets the report of each month by mail, once it is over. */
  monthly: z.boolean(),
});

/** The caller's own choice. */
export const reportSubscription = declareCall({
  access: 'member',
  method: 'GET',
  path: '/api/v1/reports/subscription',
  summary: 'Own choice of monthly reports',
  tag: 'Organizations',
  input: z.object({}),
  output: subscription,
});

/** Changes the caller's own choice. The first report is that of the month in which it was switched on. */
export const reportSubscriptionUpdate = declareCall({
  access: 'member',
  method: 'PATCH',
  path: '/api/v1/reports/subscription',
  summary: 'Change the own choice of monthly reports',
  tag: 'Organizations',
  input: subscription,
  output: subscription,
});
