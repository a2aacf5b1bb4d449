import { declareCall } from '../call.ts';
import { tenant } from '../entities/tenant.ts';
import { z } from '../zod.ts';

/** The caller's organization: one row, or none for an account without one. */
export const tenants = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/rest/v1/tenants',
  summary: "The caller's organization",
  tag: 'Tables',
  input: z.object({}),
  output: z.array(tenant),
});
