import { z } from '../zod.ts';
import { detectionSettings } from './detectionSettings.ts';
import { isoTime, tenantId } from './fields.ts';

/** `[email, '1' active | '0' pending]` (spec section 3, members). */
export const memberPair = z.tuple([z.string(), z.enum(['0', '1'])]);

const organization = z.object({
  tenant_id: tenantId,
  company_name: z.string(),
  is_subscribed: z.boolean(),
  receive_email_alerts: z.boolean(),
  can_purchase_subscription: z.boolean(),
  /** Created by the server at its first start, with simulated data. */
  is_sample: z.boolean(),
  /** True when members without a second factor must first set one up. */
  requires_second_factor: z.boolean(),
  /** End of the trial; null without a running trial. */
  trial_ends_at: isoTime.nullable(),
  /** End of data retention without a subscription, for events, cases and reports; null with a subscription, and after removal. */
  data_until: isoTime.nullable(),
  /** Time of the deletion requested by an admin; null without a request. */
  deletion_due_at: isoTime.nullable(),
});

/** An organization, for its members. */
export const tenant = organization.extend({
  /** Days for which events and cases are kept now. */
  retention_days: z.number().int(),
  /** All members for admins; only themselves for members (spec section 6). By address. */
  members: z.array(memberPair),
  /** For admins; empty for members. In the order of saving. */
  alert_recipient_emails: z.array(z.string()),
  /** IANA name of the zone for times in alerts, and for quiet hours. */
  time_zone: z.string(),
  /** The organization's own names, which its browsers use for detection as the server does; null before the first save. */
  detection: z.object({ version: z.number().int(), settings: detectionSettings }).nullable(),
});
export type Tenant = z.output<typeof tenant>;

/** An organization, for the operator. */
export const operatorTenant = organization.extend({ created_at: isoTime, updated_at: isoTime });
export type OperatorTenant = z.output<typeof operatorTenant>;
