import { contract } from '@scout/contract';
import { changeAsAdmin, changeAsMember } from '../organizations/asAdmin.ts';
import { changeRecipients } from '../organizations/changeRecipients.ts';
import { changeSettings, isMembersToo } from '../organizations/changeSettings.ts';
import { readTenant } from '../queries/tenants.ts';
import { implementCall } from './implementCall.ts';

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
