import { declareCall } from '../call.ts';
import { operatorTenant } from '../entities/tenant.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** Makes an organization. Names are compared without case. */
export const operatorTenantsCreate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/tenants',
  summary: 'Create an organization',
  tag: 'Operator',
  input: z.object({
    company_name: z.string().trim().min(limits.account.nameMin).max(limits.account.nameMax),
    is_subscribed: z.boolean().default(false),
    can_purchase_subscription: z.boolean().default(false),
  }),
  output: operatorTenant,
  errors: ['company_exists'],
});
