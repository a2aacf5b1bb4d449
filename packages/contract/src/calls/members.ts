import { declareCall } from '../call.ts';
import { member } from '../entities/member.ts';
import { z } from '../zod.ts';

/** Everybody in the organization, active and pending, by address. */
export const members = declareCall({
  access: 'admin',
  method: 'GET',
  path: '/rest/v1/members',
  summary: "The organization's members",
  tag: 'Tables',
  input: z.object({}),
  output: z.array(member),
});
