import { declareCall } from '../call.ts';
import { tenantId } from '../entities/fields.ts';
import { operatorUsage, ownQuota } from '../entities/usage.ts';

/** Changes an organization's quota; null gives a number back to the server's settings and the plan. */
export const operatorQuotasUpdate = declareCall({
  access: 'operator',
  method: 'PATCH',
  path: '/operator/v1/tenants/{tenant_id}/quota',
  summary: "Change an organization's quota",
  tag: 'Operator',
  input: ownQuota
    .partial()
    .extend({ tenant_id: tenantId })
    .refine((change) => Object.values(change).filter((value) => value !== undefined).length > 1, {
      message: 'Nothing to change.',
    }),
  output: operatorUsage,
  errors: ['not_found'],
});
