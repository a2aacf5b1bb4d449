import { declareCall } from '../call.ts';
import { tenantId } from '../entities/fields.ts';
import { operatorTenant } from '../entities/tenant.ts';
import { z } from '../zod.ts';

/** Subscribes or unsubscribes an organization, or lets it purchase a subscription. */
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
