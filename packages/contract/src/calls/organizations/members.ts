import { declareCall } from '../../call.ts';
import { member, memberRpc } from '../../entities/member.ts';
import { roles } from '../../permissions.ts';
import { recipientRule } from '../../validation/organization.ts';
import { z } from '../../zod.ts';

/** All active and pending members of the organization, by address. */
export const members = declareCall({
  access: 'admin',
  also: ['auditor'],
  scope: 'members:read',
  method: 'GET',
  path: '/rest/v1/members',
  summary: "The organization's members",
  tag: 'Tables',
  input: z.object({}),
  output: z.array(member),
});

/** Adds a pending member, who gets the role on accepting; only who is active can become an admin. A separate call, send-member-invitation, sends the invitation and may fail independently. */
export const membersAdd = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rest/v1/members',
  summary: 'Add a pending member',
  tag: 'Organizations',
  input: z.object({ email: recipientRule, role: z.enum(roles).exclude(['admin']).default('member') }),
  output: member,
  errors: ['member_exists', 'member_limit'],
});

/** Activates a pending member. */
export const approveMember = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rpc/approve_member',
  summary: 'Approve a pending member',
  tag: 'Organizations',
  input: memberRpc,
  output: member,
  errors: ['not_found', 'member_state', 'other_organization'],
});

/** Removes a pending member and withdraws the invitation. */
export const rejectMember = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rpc/reject_member',
  summary: 'Reject a pending member',
  tag: 'Organizations',
  input: memberRpc,
  output: z.object({ email: z.string() }),
  errors: ['not_found', 'member_state'],
});

/**
 * Removes a member from the organization and ends their sessions immediately. Refused for oneself, the last admin and the last
 * active member.
 */
export const removeMember = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rpc/remove_member',
  summary: 'Remove a member',
  tag: 'Organizations',
  input: memberRpc,
  output: z.object({ email: z.string() }),
  errors: ['not_found', 'member_state', 'last_admin', 'last_member', 'not_yourself'],
});

/** Promotes an active member to admin. Refused for pending and unregistered members. */
export const promoteAdmin = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rpc/promote_admin',
  summary: 'Make a member an admin',
  tag: 'Organizations',
  input: memberRpc,
  output: member,
  errors: ['not_found', 'member_state'],
});

/** Demotes an admin to member; also oneself, as long as another admin remains. */
export const demoteAdmin = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rpc/demote_admin',
  summary: 'Make an admin a member',
  tag: 'Organizations',
  input: memberRpc,
  output: member,
  errors: ['not_found', 'member_state', 'last_admin'],
});

/**
 * Gives a member a role, which applies from their next request. Admin: only for active, registered members; another role for an
 * admin: as long as another admin remains.
 */
export const setMemberRole = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rpc/set_member_role',
  summary: 'Give a member a role',
  tag: 'Organizations',
  input: memberRpc.extend({ p_role: z.enum(roles) }),
  output: member,
  errors: ['not_found', 'member_state', 'last_admin'],
});
