import { declareCall } from '../call.ts';
import { memberRpc } from '../entities/member-rpc.ts';
import { z } from '../zod.ts';

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
