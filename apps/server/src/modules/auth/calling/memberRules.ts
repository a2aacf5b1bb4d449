import { type ErrorCode, organizationMessages, type Role } from '@scout/contract';
import type { Membership } from '../sql/memberships.ts';

/** State of a person in an organization. `approved`: active, but nobody has registered with the address yet; `member`: of any role but admin. */
export type MemberState = 'pending' | 'approved' | 'member' | 'admin';

export type MemberAction = 'promote' | 'demote' | 'assign' | 'remove' | 'approve' | 'reject' | 'invite';

type Rules = Readonly<Record<MemberState, string | null>>;

/** Refusal of an action by the target member's state; null if permitted (spec sections 4 to 6). */
const permitted: Readonly<Record<MemberAction, Rules>> = {
  promote: {
    pending: 'A pending member cannot become an admin. Approve the member first.',
    approved: 'This person has not registered yet and cannot become an admin.',
    member: null,
    admin: 'This member is already an admin.',
  },
  demote: {
    pending: 'This member is not an admin.',
    approved: 'This member is not an admin.',
    member: 'This member is not an admin.',
    admin: null,
  },
  assign: { pending: null, approved: null, member: null, admin: null },
  remove: { pending: null, approved: null, member: null, admin: null },
  approve: {
    pending: null,
    approved: 'This member is already active.',
    member: 'This member is already active.',
    admin: 'This member is already active.',
  },
  reject: {
    pending: null,
    approved: 'This member is already active. Remove the member instead.',
    member: 'This member is already active. Remove the member instead.',
    admin: 'This member is already active. Remove the member instead.',
  },
  invite: {
    pending: null,
    approved: null,
    member: 'This member is already active.',
    admin: 'This member is already active.',
  },
};

interface Situation {
  /** Null: the organization's directory, or the operator. */
  readonly actor: Membership | null;
  readonly target: Membership;
  readonly everybody: readonly Membership[];
}

type Guard = (situation: Situation) => ErrorCode | null;

const notYourself: Guard = ({ actor, target }) => (actor?.email === target.email ? 'not_yourself' : null);

const lastAdmin: Guard = ({ target, everybody }) =>
  stateOf(target) === 'admin' && count(everybody, ['admin']) === 1 ? 'last_admin' : null;

/** Protects the last registered member: unregistered ones do not count. */
const lastActive: Guard = ({ target, everybody }) =>
  ['member', 'admin'].includes(stateOf(target)) && count(everybody, ['member', 'admin']) === 1
    ? 'last_member'
    : null;

/** Further conditions in addition to the state, in the order of their messages. */
const guards: Readonly<Record<MemberAction, readonly Guard[]>> = {
  promote: [],
  demote: [lastAdmin],
  assign: [lastAdmin],
  remove: [notYourself, lastAdmin, lastActive],
  approve: [],
  reject: [],
  invite: [],
};

export interface Refused {
  readonly code: ErrorCode;
  readonly message?: string;
}

export function stateOf({ status, role, user_id }: Membership): MemberState {
  if (status === 'pending') return 'pending';
  if (user_id === null) return 'approved';
  return role === 'admin' ? 'admin' : 'member';
}

/**
 * Refusal of `actorId`'s action on the member with this address, or both members. `everybody`: at least both, and two registered
 * members and admins if there are as many. Pure.
 */
export function authorizeMemberAction(
  action: MemberAction,
  actorId: string,
  email: string,
  everybody: readonly Membership[],
): { refused: Refused } | { actor: Membership; target: Membership } {
  const found = findActor(actorId, everybody, ['admin']);
  if ('refused' in found) return found;
  const { actor } = found;
  const judged = judge(action, actor, email, everybody);
  return 'refused' in judged ? judged : { actor, ...judged };
}

/** Refusal of the operator who gives the member with this address a role, or the member. `everybody`: as for {@link authorizeMemberAction}. */
export function refusalOfRole(
  action: 'promote' | 'assign',
  email: string,
  everybody: readonly Membership[],
): { refused: Refused } | { target: Membership } {
  return judge(action, null, email, everybody);
}

function judge(
  action: MemberAction,
  actor: Membership | null,
  email: string,
  everybody: readonly Membership[],
): { refused: Refused } | { target: Membership } {
  const target = everybody.find((membership) => membership.email === email);
  if (!target) return refuse('not_found', organizationMessages.noSuchMember);
  const reason = permitted[action][stateOf(target)];
  if (reason !== null) return refuse('member_state', reason);
  for (const guard of guards[action]) {
    const code = guard({ actor, target, everybody });
    if (code) return refuse(code);
  }
  return { target };
}

/** Refusal of the directory that ends the membership of `target`; null: permitted. `everybody`: as for {@link authorizeMemberAction}. */
export function refusalOfRemoval(target: Membership, everybody: readonly Membership[]): ErrorCode | null {
  for (const guard of guards.remove) {
    const code = guard({ actor: null, target, everybody });
    if (code) return code;
  }
  return null;
}

/** The member with this user id and one of these roles, who may have lost it while the call waited for the lock. */
export function findActor(
  userId: string,
  everybody: readonly Membership[],
  permitted: readonly Role[],
): { refused: Refused } | { actor: Membership } {
  const actor = everybody.find((membership) => membership.user_id === userId);
  if (actor?.status !== 'active') return refuse('no_organization');
  if (permitted.includes(actor.role)) return { actor };
  return refuse(actor.role === 'member' ? 'admin_required' : 'role_not_permitted');
}

const refuse = (code: ErrorCode, message?: string): { refused: Refused } => ({
  refused: { code, ...(message !== undefined && { message }) },
});

const count = (everybody: readonly Membership[], states: readonly MemberState[]) =>
  everybody.filter((membership) => states.includes(stateOf(membership))).length;
