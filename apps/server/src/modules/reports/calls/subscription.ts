import { contract } from '@scout/contract';
import { changeAsMember } from '../../auth/index.ts';
import { implementCall } from '../services.ts';
import { readSubscription, subscribe } from '../sql/subscriptions.ts';

export const reportSubscription = implementCall(
  contract.reportSubscription,
  async (_input, { tx, member }) => ({ monthly: await readSubscription(tx, member) }),
);

export const reportSubscriptionUpdate = implementCall(
  contract.reportSubscriptionUpdate,
  ({ monthly }, context) =>
    changeAsMember(context, async ({ tx, tenantId, userId, actor, now }) => {
      await subscribe(tx, { tenantId, userId, email: actor, receives: monthly, now });
      return { monthly };
    }),
);
