import { errors, type Invitation, type InvitationState, organizationMessages } from '@scout/contract';
import { codeOf, messageOf } from '../../../api/error.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { leaveArrival } from '../../../session/arrival.ts';
import { api, session } from '../../../session/current.ts';
import { type InvitationLink, type Invited, keepInvitation } from '../../../session/invitation.ts';
import { profilesQuery, tenantsQuery } from '../../../session/organization.ts';

/** Fetches the invitation of a link. With email and org, only the signed-in owner of the address receives it. */
export function loadInvitation(link: InvitationLink): Promise<Invitation> {
  return 'token' in link ? api.invitation(link) : api.invitationByAddress(link);
}

/** Refused when the organization of a link does not exist; a token link needs no such question. */
export async function checkOrganization(link: InvitationLink): Promise<true> {
  if ('org' in link) await api.invitationOrganization({ org: link.org });
  return true;
}

/** Accepts as the signed-in person, and updates their token with the organization. */
export async function acceptInvitation(link: InvitationLink, email: string): Promise<string> {
  const { organization, tenant_id } = await api.acceptInvitation(link);
  await session.syncClaims();
  const changed = [tenantsQuery().queryKey, profilesQuery().queryKey];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  // The audit entry was written with the change; this call is required by section 7.
  await api
    .auditEmit({
      p_tenant_id: tenant_id,
      p_action: 'invite_accepted',
      p_target: email,
      p_details: { organization_name: organization },
    })
    .catch(() => {});
  return organization;
}

export async function declineInvitation(link: InvitationLink): Promise<void> {
  await ('token' in link ? api.declineInvitation(link) : api.declineInvitationByAddress(link));
}

const notOpen: Record<Exclude<InvitationState, 'open'>, string> = {
  accepted: errors.invitation_used.message,
  declined: errors.invitation_declined.message,
  revoked: errors.invitation_revoked.message,
  expired: errors.invitation_expired.message,
};

/** The reason why an invitation can no longer be answered, or null. */
export function closedReason({ status }: Invitation): string | null {
  return status === 'open' ? null : notOpen[status];
}

/** True when the person's present organization requires a second factor first. */
export const owesFactor = (error: unknown): boolean => codeOf(error) === 'second_factor_enrolment_required';

const unworded = new Set<string | null>([null, 'internal', 'unavailable', 'http_error', 'invalid_input']);

/** Message for details that failed to load (spec section 8). */
export function loadFailure(error: unknown): string {
  if (codeOf(error) === 'not_found') return organizationMessages.organizationNotFound;
  return unworded.has(codeOf(error)) ? 'Failed to load invitation details.' : messageOf(error);
}

/** Message for a failed acceptance (spec section 8). */
export function acceptFailure(error: unknown): string {
  if (codeOf(error) === 'not_found') return organizationMessages.organizationNotFound;
  return unworded.has(codeOf(error)) ? 'Failed to accept invitation. Please try again.' : messageOf(error);
}

/** Keeps the invitation until after the sign-in, and prefills its address. */
export function waitForSignIn(link: InvitationLink, invited: Invited): void {
  keepInvitation(sessionStorage, link, invited);
  leaveArrival(sessionStorage, { email: invited.email });
}
