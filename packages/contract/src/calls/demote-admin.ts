import { declareCall } from '../call.ts';
import { member } from '../entities/member.ts';
import { memberRpc } from '../entities/member-rpc.ts';

/** Makes an admin a member again; oneself too, as long as another admin stays. */
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
