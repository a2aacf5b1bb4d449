import { contract } from '@scout/contract';
import { accept } from '../organizations/answerInvitation.ts';
import { findByAddress, findByToken } from '../organizations/invitationLinks.ts';
import { implementCall } from './implementCall.ts';

export const acceptInvitation = implementCall(contract.acceptInvitation, async (link, context) => {
  const found = 'token' in link ? await findByToken(context, link.token) : await findByAddress(context, link);
  await accept(context, found);
  return { organization: found.company_name, tenant_id: found.tenant_id };
});
