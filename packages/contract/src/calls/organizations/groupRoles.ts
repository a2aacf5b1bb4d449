import { declareCall } from '../../call.ts';
import { groupName, groupRoles as groupRolesOf } from '../../entities/groupRole.ts';
import { roles } from '../../permissions.ts';
import { z } from '../../zod.ts';

const path = '/api/v1/group-roles';

/** Groups of the organization's directory that give roles. */
export const groupRoles = declareCall({
  access: 'admin',
  also: ['auditor'],
  method: 'GET',
  path,
  summary: 'Roles by groups',
  tag: 'Organizations',
  input: z.object({}),
  output: groupRolesOf,
});

/** Has a group give a role. Provisioned members get their roles at once, others when they sign in next. */
export const groupRolesAdd = declareCall({
  access: 'admin',
  method: 'POST',
  path,
  summary: 'Have a group give a role',
  tag: 'Organizations',
  input: z.object({ group: groupName, role: z.enum(roles) }),
  output: groupRolesOf,
  errors: ['group_role_exists', 'group_role_limit'],
});

/** The group gives no role from now on. Without any such group, roles stay as they are. */
export const groupRolesRemove = declareCall({
  access: 'admin',
  method: 'POST',
  path: `${path}/remove`,
  summary: 'Have a group give no role',
  tag: 'Organizations',
  input: z.object({ group: groupName }),
  output: groupRolesOf,
  errors: ['not_found'],
});
