import { declareCall } from '../call.ts';
import { email, tenantId } from '../entities/fields.ts';
import { user } from '../entities/session.ts';
import { limits } from '../limits.ts';
import { roles } from '../permissions.ts';
import { z } from '../zod.ts';

const name = z.string().trim().max(limits.account.nameMax).default('');

/** Makes a confirmed account that is an active member, or admin, of an organization. */
export const operatorUsersCreate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/users',
  summary: 'Create a user',
  tag: 'Operator',
  input: z.object({
    tenant_id: tenantId,
    email,
    password: z
      .string()
      .min(limits.account.passwordMin, 'Password must be at least 8 characters long')
      .max(limits.account.passwordMax),
    first_name: name,
    last_name: name,
    admin: z.boolean().default(false),
  }),
  output: z.object({ user, tenant_id: tenantId, role: z.enum(roles) }),
  errors: ['common_password', 'email_exists', 'not_found'],
});
