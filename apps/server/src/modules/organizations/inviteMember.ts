import { limits, organizationMessages } from '@scout/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  authorizeMemberAction,
  type ChangeWork,
  changeAsAdmin,
  type Membership,
  readProfile,
  refusal,
} from '../auth/index.ts';
import type { MemberContext } from './services.ts';
import { createInvitation, revokeInvitations } from './sql/invitations.ts';

/**
 * Mails an invitation to a pending, or approved but unregistered, member, and withdraws the previous one. Invitation, audit log
 * entry and mail are one transaction.
 * @throws Refusal rate_limited, not_found or member_exists
 */
export async function inviteMember(
  context: MemberContext,
  email: string,
): Promise<{ email: string; expires_at: string }> {
  const { app, member } = context;
  await limitRate(context, email);
  const invite = async ({ tx, tenantId, userId, now, log }: ChangeWork, concerned: readonly Membership[]) => {
    const judged = authorizeMemberAction('invite', userId, email, concerned);
    if ('refused' in judged) {
      throw judged.refused.code === 'member_state' ? new Refusal('member_exists') : refusal(judged.refused);
    }
    const { actor } = judged;
    const again = (await revokeInvitations(tx, tenantId, email, now)) > 0;
    const { token, expiresAt } = await createInvitation(tx, {
      tenantId,
      email,
      inviterEmail: actor.email,
      now,
    });
    const profile = await readProfile(tx, tenantId, member.userId);
    await app.mail.send(tx, {
      template: 'invitation',
      to: email,
      props: {
        organization: profile?.company_name ?? '',
        inviterName: profile?.full_name ?? '',
        link: `${app.origin()}/accept-invitation?token=${token}`,
        days: limits.organization.invitationDays,
      },
    });
    await log({ action: 'invite_sent', targetEmail: email, details: { again } });
    return { email, expires_at: expiresAt.toISOString() };
  };
  return changeAsAdmin(context, invite, [email]);
}

async function limitRate({ app, member }: MemberContext, email: string): Promise<void> {
  try {
    await app.rates.consume('invitePerOrganization', member.tenantId);
    await app.rates.consume('invitePerRecipient', `${member.tenantId} ${email}`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error;
    const { code, retryAfter } = error;
    throw new Refusal(code, { message: organizationMessages.invitationRateLimited, retryAfter });
  }
}
