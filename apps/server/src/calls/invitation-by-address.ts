import { contract } from '@scout/contract';
import { findByAddress } from '../organizations/invitationLinks.ts';
import { toInvitation } from '../queries/invitations.ts';
import { implementCall } from './implementCall.ts';

export const invitationByAddress = implementCall(contract.invitationByAddress, async (link, context) =>
  toInvitation(await findByAddress(context, link), new Date(context.app.clock.now())),
);
