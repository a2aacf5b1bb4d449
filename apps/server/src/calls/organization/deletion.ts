import { contract } from '@scout/contract';
import { changeAsAdmin } from '../../organizations/asAdmin.ts';
import { requestDeletion, withdrawDeletion } from '../../organizations/changeDeletion.ts';
import { implementCall } from '../implementCall.ts';
import { signedInPerson } from '../signedInPerson.ts';

export const organizationDeletionRequest = implementCall(
  contract.organizationDeletionRequest,
  async ({ company_name, password }, context) => {
    await context.app.passwords.requirePassword(await signedInPerson(context), password);
    return changeAsAdmin(context, async (work) => {
      const due = await requestDeletion(context, work, company_name);
      return { deletion_due_at: due.toISOString() };
    });
  },
);

export const organizationDeletionWithdraw = implementCall(
  contract.organizationDeletionWithdraw,
  (_input, context) =>
    changeAsAdmin(context, async (work) => ({ withdrawn: await withdrawDeletion(context, work) })),
);
