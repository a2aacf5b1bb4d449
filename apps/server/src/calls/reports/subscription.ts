import { contract } from '@scout/contract';
import { changeAsMember } from '../../organizations/asAdmin.ts';
import { readSubscription, subscribe } from '../../reports/subscriptions.ts';
import { implementCall } from '../implementCall.ts';

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
