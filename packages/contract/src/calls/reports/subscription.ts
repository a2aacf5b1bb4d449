import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

const subscription = z.object({
  /** True while the caller receives each month's report by mail, after the month ends. */
  monthly: z.boolean(),
});

/** The caller's own subscription to reports. */
export const reportSubscription = declareCall({
  access: 'member',
  also: ['analyst', 'auditor'],
  method: 'GET',
  path: '/api/v1/reports/subscription',
  summary: 'Own choice of monthly reports',
  tag: 'Organizations',
  input: z.object({}),
  output: subscription,
});

/** Changes the caller's own subscription. The first report covers the month of subscribing. */
export const reportSubscriptionUpdate = declareCall({
  access: 'member',
  also: ['analyst', 'auditor'],
  method: 'PATCH',
  path: '/api/v1/reports/subscription',
  summary: 'Change the own choice of monthly reports',
  tag: 'Organizations',
  input: subscription,
  output: subscription,
});
