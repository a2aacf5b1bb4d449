import { declareCall } from '../../call.ts';
import { profile } from '../../entities/profile.ts';
import { firstNameRule, lastNameRule } from '../../validation/names.ts';
import { z } from '../../zod.ts';

/** The caller's own profile: one row, or none for a user without an organization. */
export const profiles = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/rest/v1/profiles',
  summary: "The caller's profile",
  tag: 'Tables',
  input: z.object({}),
  output: z.array(profile),
});

/** Changes the caller's own name. */
export const profilesUpdate = declareCall({
  access: 'member',
  also: ['analyst', 'auditor', 'owner'],
  method: 'PATCH',
  path: '/rest/v1/profiles',
  summary: "Change the caller's name",
  tag: 'Tables',
  input: z
    .object({ first_name: firstNameRule.optional(), last_name: lastNameRule.optional() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change.'),
  output: profile,
});
