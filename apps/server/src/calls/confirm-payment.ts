import { contract } from '@scout/contract';
import { subscribeFor } from '../payments/subscribe.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const confirmPayment = implementCall(contract.confirmPayment, async ({ session_id }, context) => {
  const { app, member } = context;
  await app.rates.consume('paymentPerAccount', member.userId);
  if (!(await app.payments.isPaid(session_id, member.tenantId))) return { confirmed: false };
  const { email } = await signedInPerson(context);
  const payment = { tenantId: member.tenantId, sessionId: session_id, actor: email };
  return { confirmed: await subscribeFor(app.pool, payment, new Date(app.clock.now())) };
});
