import { type ErrorCode, type InvitationState, organizationMessages } from '@scout/contract';
import { callerOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { RequestContext, SignedInContext } from './services.ts';
import {
  type FoundInvitation,
  invitationByAddress,
  invitationByToken,
  organizationExists,
} from './sql/invitations.ts';

/** Content of an email+org link. */
export interface AddressLink {
  readonly email: string;
  readonly org: string;
}

/** Refusal for an invitation in a closed state. */
export const closedStates: Readonly<Record<Exclude<InvitationState, 'open'>, ErrorCode>> = {
  accepted: 'invitation_used',
  declined: 'invitation_declined',
  revoked: 'invitation_revoked',
  expired: 'invitation_expired',
};

/** @throws Refusal rate_limited or invitation_not_found */
export async function findByToken(context: RequestContext, token: string): Promise<FoundInvitation> {
  const { app } = context;
  await app.rates.consume('invitationPerAddress', callerOf(context).address);
  const found = await invitationByToken(app.authStore.db, token);
  if (!found) throw new Refusal('invitation_not_found');
  return found;
}

/** @throws Refusal rate_limited or not_found */
export async function findOrganization(context: RequestContext, org: string): Promise<void> {
  const { app } = context;
  await app.rates.consume('invitationPerAddress', callerOf(context).address);
  if (!(await organizationExists(app.authStore.db, org)))
    throw new Refusal('not_found', { message: organizationMessages.organizationNotFound });
}

/**
 * Only for the owner of the address: reveals nothing about other invitations and inviters.
 * @throws Refusal rate_limited, invitation_other_address or not_found
 */
export async function findByAddress(context: SignedInContext, link: AddressLink): Promise<FoundInvitation> {
  const { app, claims } = context;
  await app.rates.consume('invitationPerUser', claims.sub);
  if (link.email !== (await addressOf(context))) throw new Refusal('invitation_other_address');
  const found = await invitationByAddress(app.authStore.db, link.email, link.org);
  if (!found) throw new Refusal('not_found', { message: organizationMessages.organizationNotFound });
  return found;
}

/** The confirmed address of the signed-in person. */
export async function addressOf({ app, claims }: RequestContext & Partial<SignedInContext>): Promise<string> {
  const user = claims && (await app.users.userOf(claims));
  if (!user) throw new Refusal('not_signed_in');
  return user.email;
}
