import { declareCall } from '../call.ts';
import { profile } from '../entities/profile.ts';
import { z } from '../zod.ts';

/** The caller's own profile: one row, or none for an account without an organization. */
export const profiles = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/rest/v1/profiles',
  summary: "The caller's profile",
  tag: 'Tables',
  input: z.object({}),
  output: z.array(profile),
});
