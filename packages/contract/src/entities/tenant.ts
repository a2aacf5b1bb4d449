import { z } from '../zod.ts';
import { isoTime, tenantId } from './fields.ts';

/** `[email, '1' active | '0' pending]` (spec section 3, members). */
export const memberPair = z.tuple([z.string(), z.enum(['0', '1'])]);

const organization = z.object({
  tenant_id: tenantId,
  company_name: z.string(),
  is_subscribed: z.boolean(),
  receive_email_alerts: z.boolean(),
  can_purchase_subscription: z.boolean(),
  /** Made by the server at its first start, with simulated data. */
  is_sample: z.boolean(),
  /** Members without a second factor have to set one up before anything else. */
  requires_second_factor: z.boolean(),
});

/** An organization as its members read it. */
export const tenant = organization.extend({
  /** Everybody for admins; for members only themselves (spec section 6). By address. */
  members: z.array(memberPair),
  /** For admins; empty for members. In the order in which they were saved. */
  alert_recipient_emails: z.array(z.string()),
});
export type Tenant = z.output<typeof tenant>;

/** An organization as the operator reads it. */
export const operatorTenant = organization.extend({ created_at: isoTime, updated_at: isoTime });
export type OperatorTenant = z.output<typeof operatorTenant>;
