import { declareCall } from '../call.ts';
import { operatorTenant } from '../entities/tenant.ts';
import { z } from '../zod.ts';

/** Every organization of this installation, by name. */
export const operatorTenantsList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/tenants',
  summary: 'List organizations',
  tag: 'Operator',
  input: z.object({}),
  output: z.array(operatorTenant),
});
