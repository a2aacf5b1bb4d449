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
  /** Made by the server at its first start, with simulated data. */
  is_sample: z.boolean(),
  /** Members without a second factor have to set one up before anything else. */
  requires_second_factor: z.boolean(),
  /** End of the trial; null unless a trial runs. */
  trial_ends_at: isoTime.nullable(),
  /** Time until which events, cases and reports are kept without a subscription; null with one, and once they are removed. */
  data_until: isoTime.nullable(),
  /** Time at which the organization is deleted, as an admin has requested; null without a request. */
  deletion_due_at: isoTime.nullable(),
});

/** An organization as its members read it. */
export const tenant = organization.extend({
  /** Everybody for admins; for members only themselves (spec section 6). By address. */
  members: z.array(memberPair),
  /** For admins; empty for members. In the order in which they were saved. */
  alert_recipient_emails: z.array(z.string()),
  /** IANA name of the zone in which alerts tell times, and quiet hours count. */
  time_zone: z.string(),
  /** The organization's own names, by which its browsers judge events as the server does; null where it has saved none. */
  detection: z.object({ version: z.number().int(), settings: detectionSettings }).nullable(),
});
export type Tenant = z.output<typeof tenant>;

/** An organization as the operator reads it. */
export const operatorTenant = organization.extend({ created_at: isoTime, updated_at: isoTime });
export type OperatorTenant = z.output<typeof operatorTenant>;
