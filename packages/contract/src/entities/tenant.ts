import { z } from '../zod.ts';
import { isoTime, tenantId } from './fields.ts';

/** An organization as its members read it. */
export const tenant = z.object({
  tenant_id: tenantId,
  company_name: z.string(),
  is_subscribed: z.boolean(),
  receive_email_alerts: z.boolean(),
  can_purchase_subscription: z.boolean(),
  /** Made by the server at its first start, with simulated data. */
  is_sample: z.boolean(),
});
export type Tenant = z.output<typeof tenant>;

/** An organization as the operator reads it. */
export const operatorTenant = tenant.extend({ created_at: isoTime, updated_at: isoTime });
export type OperatorTenant = z.output<typeof operatorTenant>;
