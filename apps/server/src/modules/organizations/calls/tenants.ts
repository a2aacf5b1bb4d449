import { contract, roleTable } from '@scout/contract';
import { changeAsAdmin, changeAsMember, ifMember, readAsAdmin, signedInPerson } from '../../auth/index.ts';
import { applySession } from '../../billing/index.ts';
import { changeRecipients } from '../changeRecipients.ts';
import { changeSettings, isMembersToo } from '../changeSettings.ts';
import { implementCall } from '../services.ts';
import { readTenant } from '../sql/tenants.ts';

export const tenants = implementCall(contract.tenants, async (_input, context) => {
  const row = await ifMember(context, async (tx, { tenantId, userId, role }) => {
    if (roleTable[role].seesAll) await readAsAdmin({ tx });
    return readTenant(tx, tenantId, { userId, role });
  });
  return row ? [row] : [];
});

export const tenantsUpdate = implementCall(
  contract.tenantsUpdate,
  ({ alert_recipient_emails, ...settings }, context) => {
    const { role } = context.member;
    if (role !== 'admin' && isMembersToo({ alert_recipient_emails, ...settings })) {
      return changeAsMember(context, async (work) => {
        await changeSettings(work, settings);
        return readTenant(work.tx, work.tenantId, { userId: work.userId, role });
      });
    }
    return changeAsAdmin(context, async (work) => {
      await changeSettings(work, settings);
      if (alert_recipient_emails) await changeRecipients(work, alert_recipient_emails);
      return readTenant(work.tx, work.tenantId, { userId: work.userId, role: 'admin' });
    });
  },
);

export const confirmPayment = implementCall(contract.confirmPayment, async ({ session_id }, context) => {
  const { app, member } = context;
  await app.rates.consume('paymentPerUser', member.userId);
  const paid = await app.payments.paidSession(session_id);
  if (paid?.tenantId !== member.tenantId) return { confirmed: false };
  const { email } = await signedInPerson(context);
  return { confirmed: await applySession(app, paid, email) };
});
