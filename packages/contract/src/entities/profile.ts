import { roles } from '../permissions.ts';
import { z } from '../zod.ts';
import { isoTime, tenantId } from './fields.ts';

/** A person in an organization. `is_admin`, `is_subscribed` and `company_name` come from membership and tenant. */
export const profile = z.object({
  user_id: z.string(),
  tenant_id: tenantId,
  company_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  job_title: z.string().nullable(),
  phone: z.string().nullable(),
  is_admin: z.boolean(),
  role: z.enum(roles),
  is_subscribed: z.boolean(),
  created_at: isoTime,
  updated_at: isoTime,
});
export type Profile = z.output<typeof profile>;
