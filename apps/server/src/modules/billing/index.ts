export { applySession } from './payments/applyPayments.ts';
export type { Payments } from './payments/payments.ts';
export { changeSubscription } from './sql/changeSubscription.ts';
export { endSubscription, type SubscriptionsContext } from './subscriptions/advance.ts';
export { mailSubscription } from './subscriptions/mailSubscription.ts';
