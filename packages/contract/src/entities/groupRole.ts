import { limits } from '../limits.ts';
import { roles } from '../permissions.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** A name or an id of a group, exactly as the directory gives it. */
export const groupName = z
  .string()
  .trim()
  .min(1, 'Give the name or the ID of a group.')
  .max(limits.scim.textMax)
  .regex(/^\P{C}*$/u, 'must not hold control characters');

/** A group of the organization's directory that gives a role. */
export const groupRole = z.object({
  group: z.string(),
  role: z.enum(roles),
  created_at: isoTime,
  created_by: z.string(),
});
export type GroupRole = z.output<typeof groupRole>;

/** Roles by groups, with what to enter at the directory that provisions. */
export const groupRoles = z.object({
  roles: z.array(groupRole),
  /** Base address for SCIM. */
  scim_url: z.string(),
  /** Number of provisioned people, and names of provisioned groups. */
  users: z.number().int(),
  groups: z.array(z.string()),
});
export type GroupRoles = z.output<typeof groupRoles>;
