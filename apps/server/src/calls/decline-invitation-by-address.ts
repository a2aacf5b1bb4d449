import { contract } from '@scout/contract';
import { decline } from '../organizations/answerInvitation.ts';
import { findByAddress } from '../organizations/invitationLinks.ts';
import { implementCall } from './implementCall.ts';

export const declineInvitationByAddress = implementCall(
  contract.declineInvitationByAddress,
  async (link, context) => {
    const found = await findByAddress(context, link);
    await decline(context, found);
    return { organization: found.company_name };
  },
);
