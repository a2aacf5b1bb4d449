import { declareCall } from '../call.ts';
import { member } from '../entities/member.ts';
import { memberRpc } from '../entities/member-rpc.ts';

/** Makes an active member an admin. Who is pending, or has no account yet, is refused. */
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
