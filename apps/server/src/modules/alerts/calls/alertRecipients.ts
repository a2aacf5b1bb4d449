import { contract, roleTable } from '@scout/contract';
import { changeAsAdmin, changeAsMember, signedInPerson } from '../../auth/index.ts';
import { changeAlertRecipient, listAlertRecipients, notListed } from '../changeAlertRecipient.ts';
import { implementCall } from '../services.ts';

export const alertRecipients = implementCall(contract.alertRecipients, async (_input, context) => {
  const { tx, client, member } = context;
  const { email } = await signedInPerson(context);
  const all = await listAlertRecipients(tx, client, member.tenantId);
  return roleTable[member.role].seesAll ? all : all.filter((recipient) => recipient.email === email);
});

export const alertRecipientsUpdate = implementCall(
  contract.alertRecipientsUpdate,
  async ({ email, ...change }, context) => {
    const { client, member } = context;
    if (member.role === 'admin')
      return changeAsAdmin(context, (work) => changeAlertRecipient(work, client, email, change));
    return changeAsMember(context, (work) => {
      if (work.actor !== email) throw notListed();
      return changeAlertRecipient(work, client, email, change);
    });
  },
);
