import { contract } from '@scout/contract';
import { inviteMember } from '../organizations/inviteMember.ts';
import { implementCall } from './implementCall.ts';

/** Of the body only `to` is used: the mail is ours (docs/decisions/0201-invitation-mail.md). */
export const sendMemberInvitation = implementCall(contract.sendMemberInvitation, ({ to }, context) =>
  inviteMember(context, to),
);
