import { contract } from '@scout/contract';
import { decline } from '../organizations/answerInvitation.ts';
import { findByToken } from '../organizations/invitationLinks.ts';
import { implementCall } from './implementCall.ts';

export const declineInvitation = implementCall(contract.declineInvitation, async ({ token }, context) => {
  const found = await findByToken(context, token);
  await decline(context, found);
  return { organization: found.company_name };
});
