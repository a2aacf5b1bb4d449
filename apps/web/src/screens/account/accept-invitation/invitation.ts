import { errors, type Invitation, type InvitationState, organizationMessages } from '@scout/contract';
import { codeOf, messageOf } from '../../../api/error.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { api, session } from '../../../session/current.ts';
import type { InvitationLink } from '../../../session/invitation.ts';
import { profilesQuery, tenantsQuery } from '../../../session/organization.ts';

/** Asks what the link invites to. An email+org link is answered only to the signed-in owner of that address. */
export function loadInvitation(link: InvitationLink): Promise<Invitation> {
  return 'token' in link ? api.invitation(link) : api.invitationByAddress(link);
}

/** Accepts as the signed-in person; from here on their token knows the organization. */
export async function acceptInvitation(link: InvitationLink, email: string): Promise<string> {
  const { organization, tenant_id } = await api.acceptInvitation(link);
  await session.syncClaims();
  const changed = [tenantsQuery().queryKey, profilesQuery().queryKey];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  // The entry itself was written with the change; this only asks for it, as section 7 has it.
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

/** Why an invitation cannot be answered any more, or null while it can. */
export function closedReason({ status }: Invitation): string | null {
  return status === 'open' ? null : notOpen[status];
}

/** The organization that this person belongs to already asks for a second factor before anything else. */
export const owesFactor = (error: unknown): boolean => codeOf(error) === 'second_factor_enrolment_required';

const unworded = new Set<string | null>([null, 'internal', 'unavailable', 'http_error', 'invalid_input']);

/** The sentence for details that did not load (spec section 8). */
export function loadFailure(error: unknown): string {
  if (codeOf(error) === 'not_found') return organizationMessages.organizationNotFound;
  return unworded.has(codeOf(error)) ? 'Failed to load invitation details.' : messageOf(error);
}

/** The sentence for an acceptance that failed (spec section 8). */
export function acceptFailure(error: unknown): string {
  if (codeOf(error) === 'not_found') return organizationMessages.organizationNotFound;
  return unworded.has(codeOf(error)) ? 'Failed to accept invitation. Please try again.' : messageOf(error);
}
