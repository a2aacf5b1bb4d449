export { applySession } from './payments/applyPayments.ts';
export type { Payments } from './payments/payments.ts';
export { endSubscription, type SubscriptionsContext } from './subscriptions/advance.ts';
export { changeSubscription } from './subscriptions/changeSubscription.ts';
export { mailSubscription } from './subscriptions/mailSubscription.ts';
