import { declareCall } from '../../call.ts';
import { assessment } from '../../entities/case.ts';
import { tenantId } from '../../entities/fields.ts';
import { operatorUsage, ownQuota, storageSpace } from '../../entities/usage.ts';
import { z } from '../../zod.ts';

/** Quota, usage and assessment lag of every organization, by name, and free storage. */
export const operatorUsageList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/usage',
  summary: 'List today’s usage by organization',
  tag: 'Operator',
  input: z.object({}),
  output: z.object({ storage: storageSpace, organizations: z.array(operatorUsage.extend({ assessment })) }),
});

/** Changes an organization's quota; null restores the default of the server's settings and the plan. */
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
