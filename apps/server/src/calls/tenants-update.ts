import { contract } from '@scout/contract';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { changeRecipients } from '../organizations/changeRecipients.ts';
import { changeSettings } from '../organizations/changeSettings.ts';
import { readTenant } from '../queries/tenants.ts';
import { implementCall } from './implementCall.ts';

export const tenantsUpdate = implementCall(
  contract.tenantsUpdate,
  ({ alert_recipient_emails, ...settings }, context) =>
    changeAsAdmin(context, async (work) => {
      await changeSettings(work, settings);
      if (alert_recipient_emails) await changeRecipients(work, alert_recipient_emails);
      return readTenant(work.tx, work.tenantId, { userId: work.userId, role: 'admin' });
    }),
);
