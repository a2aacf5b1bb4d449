import { contract } from '@scout/contract';
import { accept, decline } from '../answerInvitation.ts';
import { findByAddress, findByToken, findOrganization } from '../invitationLinks.ts';
import { inviteMember } from '../inviteMember.ts';
import { implementCall } from '../services.ts';
import { toInvitation } from '../sql/invitations.ts';

/** Only `to` of the body is used: the server writes the mail (docs/decisions/0201-members.md). */
export const sendMemberInvitation = implementCall(contract.sendMemberInvitation, ({ to }, context) =>
  inviteMember(context, to),
);

export const invitation = implementCall(contract.invitation, async ({ token }, context) =>
  toInvitation(await findByToken(context, token), new Date(context.app.clock.now())),
);

export const invitationByAddress = implementCall(contract.invitationByAddress, async (link, context) =>
  toInvitation(await findByAddress(context, link), new Date(context.app.clock.now())),
);

export const invitationOrganization = implementCall(
  contract.invitationOrganization,
  async ({ org }, context) => {
    await findOrganization(context, org);
    return {};
  },
);

export const acceptInvitation = implementCall(contract.acceptInvitation, async (link, context) => {
  const found = 'token' in link ? await findByToken(context, link.token) : await findByAddress(context, link);
  await accept(context, found);
  return { organization: found.company_name, tenant_id: found.tenant_id };
});

export const declineInvitation = implementCall(contract.declineInvitation, async ({ token }, context) => {
  const found = await findByToken(context, token);
  await decline(context, found);
  return { organization: found.company_name };
});

export const declineInvitationByAddress = implementCall(
  contract.declineInvitationByAddress,
  async (link, context) => {
    const found = await findByAddress(context, link);
    await decline(context, found);
    return { organization: found.company_name };
  },
);
