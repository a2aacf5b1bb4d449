import { organizationMessages } from '@scout/contract';
import { audit } from '../../platform/database/audit.ts';
import { type Transaction, withRole } from '../../platform/database/pool.ts';
import { callerOf, placeOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockMemberships, type Membership, stateOf } from '../auth/index.ts';
import { addressOf, closedStates } from './invitationLinks.ts';
import type { RequestContext, SignedInContext } from './services.ts';
import { admit, dismiss } from './sql/admit.ts';
import { answerInvitation, currentState, type FoundInvitation } from './sql/invitations.ts';

/**
 * Activates the membership of the invited person, signed in with that address. Of several attempts one succeeds.
 * @throws Refusal invitation_other_address, other_organization, or the invitation's state
 */
export async function accept(context: SignedInContext, found: FoundInvitation): Promise<void> {
  if (found.email !== (await addressOf(context))) throw new Refusal('invitation_other_address');
  await answer(context, found, 'invite_accepted', async (tx, _membership, now) => {
    await admit(tx, found.tenant_id, found.email, now);
    await answerInvitation(tx, found, { accepted_at: now });
  });
}

/**
 * Declines with the token or as owner of the address; no membership remains.
 * @throws Refusal the invitation's state, or member_state for a person promoted to admin since
 */
export async function decline(context: RequestContext, found: FoundInvitation): Promise<void> {
  await answer(context, found, 'invite_declined', async (tx, membership, now) => {
    if (stateOf(membership) === 'admin') {
      throw new Refusal('member_state', { message: organizationMessages.adminDeclines });
    }
    await answerInvitation(tx, found, { declined_at: now });
    await dismiss(tx, found.tenant_id, membership);
  });
}

/** The invitation grants this transaction access to the organization. */
async function answer(
  context: RequestContext,
  found: FoundInvitation,
  action: string,
  change: (tx: Transaction, membership: Membership, now: Date) => Promise<void>,
): Promise<void> {
  const { app } = context;
  const { tenant_id: tenantId, email, company_name } = found;
  await withRole(app.pool, { role: 'scout_admin', tenantId }, async (tx) => {
    const membership = (await lockMemberships(tx, tenantId, { emails: [email] })).find(
      (one) => one.email === email,
    );
    const now = new Date(app.clock.now());
    const state = await currentState(tx, found, now);
    if (state !== 'open') throw new Refusal(closedStates[state]);
    // Removing a membership revokes its invitation, except when the user is deleted.
    if (!membership) throw new Refusal('invitation_revoked');
    await change(tx, membership, now);
    await audit(tx, {
      tenantId,
      actor: email,
      action,
      targetEmail: email,
      details: { organization_name: company_name },
      ...placeOf(callerOf(context)),
    });
  });
}
