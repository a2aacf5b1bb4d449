import { contract } from '@scout/contract';
import { changeAsAdmin, signedInPerson } from '../../auth/index.ts';
import { requestDeletion, withdrawDeletion } from '../changeDeletion.ts';
import { implementCall } from '../services.ts';

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
