import { declareCall } from '../call.ts';
import { memberRpc } from '../entities/member-rpc.ts';
import { z } from '../zod.ts';

/** Removes somebody from the organization and ends their sessions at once. Never oneself, the last admin or the last active member. */
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
