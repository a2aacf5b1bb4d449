import { declareCall } from '../call.ts';
import { member } from '../entities/member.ts';
import { recipientRule } from '../validation/organization.ts';
import { z } from '../zod.ts';

/** Adds a pending member. The invitation is the next call, send-member-invitation, which may fail on its own. */
export const membersAdd = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rest/v1/members',
  summary: 'Add a pending member',
  tag: 'Organizations',
  input: z.object({ email: recipientRule }),
  output: member,
  errors: ['member_exists', 'member_limit'],
});
