import { declareCall } from '../../call.ts';
import { email, tenantId } from '../../entities/fields.ts';
import { user } from '../../entities/session.ts';
import { operatorTenant } from '../../entities/tenant.ts';
import { limits } from '../../limits.ts';
import { roles } from '../../permissions.ts';
import { z } from '../../zod.ts';

/** All organizations of this installation, by name. */
export const operatorTenantsList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/tenants',
  summary: 'List organizations',
  tag: 'Operator',
  input: z.object({}),
  output: z.array(operatorTenant),
});

/** Creates an organization. Names compare without case. */
export const operatorTenantsCreate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/tenants',
  summary: 'Create an organization',
  tag: 'Operator',
  input: z.object({
    company_name: z.string().trim().min(limits.user.nameMin).max(limits.user.nameMax),
    is_subscribed: z.boolean().default(false),
    can_purchase_subscription: z.boolean().default(false),
  }),
  output: operatorTenant,
  errors: ['company_exists'],
});

/** Subscribes or unsubscribes an organization, or permits it to purchase a subscription. */
export const operatorTenantsUpdate = declareCall({
  access: 'operator',
  method: 'PATCH',
  path: '/operator/v1/tenants/{tenant_id}',
  summary: 'Change an organization',
  tag: 'Operator',
  input: z
    .object({
      tenant_id: tenantId,
      is_subscribed: z.boolean().optional(),
      can_purchase_subscription: z.boolean().optional(),
    })
    .refine(
      (change) => change.is_subscribed !== undefined || change.can_purchase_subscription !== undefined,
      {
        message: 'Give is_subscribed or can_purchase_subscription.',
      },
    ),
  output: operatorTenant,
  errors: ['not_found'],
});

const name = z.string().trim().max(limits.user.nameMax).default('');

/** Creates a confirmed user who is an active member, or admin, of an organization. */
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
      .min(limits.user.passwordMin, 'Password must be at least 8 characters long')
      .max(limits.user.passwordMax),
    first_name: name,
    last_name: name,
    admin: z.boolean().default(false),
  }),
  output: z.object({ user, tenant_id: tenantId, role: z.enum(roles) }),
  errors: ['common_password', 'email_exists', 'not_found'],
});
