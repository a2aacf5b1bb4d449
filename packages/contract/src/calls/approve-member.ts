import { declareCall } from '../call.ts';
import { member } from '../entities/member.ts';
import { memberRpc } from '../entities/member-rpc.ts';

/** Makes a pending member an active one. */
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
