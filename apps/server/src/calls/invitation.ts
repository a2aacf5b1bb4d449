import { contract } from '@scout/contract';
import { findByToken } from '../organizations/invitationLinks.ts';
import { toInvitation } from '../queries/invitations.ts';
import { implementCall } from './implementCall.ts';

export const invitation = implementCall(contract.invitation, async ({ token }, context) =>
  toInvitation(await findByToken(context, token), new Date(context.app.clock.now())),
);
