import type { Role } from '@scout/contract';
import { changedDetails } from '../../platform/database/audit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  authorizeMemberAction,
  type ChangeWork,
  changeAsAdmin,
  lockMemberships,
  type MemberAction,
  type Membership,
  refusal,
  refusalOfRole,
} from '../auth/index.ts';
import type { MemberContext } from './services.ts';
import { admit, dismiss, preapprove } from './sql/admit.ts';
import { revokeInvitations } from './sql/invitations.ts';
import { forgetRemoval, markRemoved } from './sql/removedAddresses.ts';
import { endSessions } from './sql/signInTables.ts';

type MemberChange = Exclude<MemberAction, 'invite' | 'assign'>;

interface Effect {
  /** Action name in the audit log. */
  readonly action: string;
  /** Role and status after the change, where they differ. */
  readonly after?: (target: Membership) => Partial<Pick<Membership, 'role' | 'status'>>;
  apply(work: ChangeWork, target: Membership): Promise<void>;
}

const effects: Readonly<Record<MemberChange, Effect>> = {
  promote: roleEffect('admin_promoted', 'admin'),
  demote: roleEffect('admin_demoted', 'member'),
  approve: {
    action: 'member_approved',
    after: ({ user_id, status }) => ({ status: user_id === null ? status : 'active' }),
    async apply({ tx, tenantId, now }, { email, user_id }) {
      await forgetRemoval(tx, tenantId, email);
      // A person who has not asked joins only by accepting the invitation or registering.
      if (user_id === null) await preapprove(tx, tenantId, email, now);
      else await admit(tx, tenantId, email, now);
    },
  },
  reject: { action: 'member_rejected', apply: (work, target) => takeOut(work, target, false) },
  remove: { action: 'member_removed', apply: (work, target) => endMembership(work, target) },
};

/**
 * Changes one member by the rules of memberRules.ts, together with its audit log entry. `finish` reads the response in the same
 * transaction.
 * @throws Refusal not_found for another organization, and the refusals of the rules
 */
export function changeMember<T>(
  context: MemberContext,
  change: MemberChange,
  input: MemberAddress,
  finish: Finish<T>,
): Promise<T> {
  return applyChange(context, change, input, () => effects[change], finish);
}

/**
 * Gives a member a role, with its audit log entry; admins are made and unmade by the rules of promoting and demoting.
 * @throws Refusal as changeMember
 */
export function changeRole<T>(
  context: MemberContext,
  { p_role, ...input }: MemberAddress & { p_role: Role },
  finish: Finish<T>,
): Promise<T> {
  const effectOn = ({ role }: Membership) => {
    if (role === p_role) throw new Refusal('member_state', { message: 'This member has this role already.' });
    return effectOfRole(role, p_role);
  };
  return applyChange(context, p_role === 'admin' ? 'promote' : 'assign', input, effectOn, finish);
}

function effectOfRole(present: Role, next: Role): Effect {
  if (next === 'admin') return effects.promote;
  return roleEffect(present === 'admin' ? 'admin_demoted' : 'member_role_changed', next);
}

/**
 * Gives a member a role by the same rules, as the operator. Transaction role: scout_admin.
 * @throws Refusal not_found, member_state or last_admin
 */
export async function giveRole(work: ChangeWork, email: string, role: Role): Promise<void> {
  const everybody = await lockMemberships(work.tx, work.tenantId, { emails: [email] });
  const judged = refusalOfRole(role === 'admin' ? 'promote' : 'assign', email, everybody);
  if ('refused' in judged) throw refusal(judged.refused);
  const { target } = judged;
  if (target.role !== role) await applyEffect(work, target, effectOfRole(target.role, role));
}

interface MemberAddress {
  readonly p_tenant_id: string;
  readonly p_email: string;
}

type Finish<T> = (work: ChangeWork, target: Membership) => Promise<T>;

async function applyChange<T>(
  context: MemberContext,
  change: Exclude<MemberAction, 'invite'>,
  { p_tenant_id, p_email }: MemberAddress,
  effectOn: (target: Membership) => Effect,
  finish: Finish<T>,
): Promise<T> {
  if (p_tenant_id !== context.member.tenantId) throw new Refusal('not_found');
  return changeAsAdmin(
    context,
    async (work, everybody) => {
      const judged = authorizeMemberAction(change, work.userId, p_email, everybody);
      if ('refused' in judged) throw refusal(judged.refused);
      const { target } = judged;
      await applyEffect(work, target, effectOn(target));
      return finish(work, target);
    },
    [p_email],
  );
}

async function applyEffect(
  work: ChangeWork,
  target: Membership,
  { action, after, apply }: Effect,
): Promise<void> {
  const { role, status } = target;
  const details = { role, status, ...changedDetails({ role, status }, after?.(target) ?? {}) };
  await apply(work, target);
  await work.log({ action, targetEmail: target.email, details });
}

/**
 * Ends a membership with every session of the person, effective on the next request of each. `byDirectory`: the organization's directory
 * does, which may bring it back.
 */
export async function endMembership(
  work: ChangeWork,
  target: Membership,
  byDirectory = false,
): Promise<void> {
  await takeOut(work, target, byDirectory);
  // A pending member may be active in another organization.
  if (target.user_id !== null && target.status === 'active') await endSessions(work.tx, target.user_id);
}

function roleEffect(action: string, role: Role): Effect {
  return { action, after: () => ({ role }), apply: (work, target) => setRole(work, target, role) };
}

async function setRole({ tx, tenantId, now }: ChangeWork, { email }: Membership, role: Role): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .execute();
}

async function takeOut(
  { tx, tenantId, now }: ChangeWork,
  target: Membership,
  byDirectory: boolean,
): Promise<void> {
  await revokeInvitations(tx, tenantId, target.email, now);
  await dismiss(tx, tenantId, target);
  await markRemoved(tx, tenantId, target.email, { removed_at: now, by_directory: byDirectory });
}
