import { declareCall } from '../../call.ts';
import { isTimeZone } from '../../entities/fields.ts';
import { tenant } from '../../entities/tenant.ts';
import { limits } from '../../limits.ts';
import { recipientRule } from '../../validation/organization.ts';
import { z } from '../../zod.ts';

/** The caller's organization: one row, or none for a user without one. */
export const tenants = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/rest/v1/tenants',
  summary: "The caller's organization",
  tag: 'Tables',
  input: z.object({}),
  output: z.array(tenant),
});

const input = z
  .object({
    receive_email_alerts: z.boolean().optional(),
    /** Complete list, replacing the previous one. */
    alert_recipient_emails: z
      .array(recipientRule)
      .max(
        limits.organization.alertRecipients,
        `At most ${limits.organization.alertRecipients} alert recipients are possible.`,
      )
      .optional(),
    requires_second_factor: z.boolean().optional(),
    /** IANA name. */
    time_zone: z.string().min(1).max(64).refine(isTimeZone, 'Unknown time zone.').optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change.');

/**
 * Changes the organization's settings. Any member can switch email alerts; the rest is for admins. Refused: duplicate addresses
 * in the list, and removal of the last one.
 */
export const tenantsUpdate = declareCall({
  access: 'member',
  method: 'PATCH',
  path: '/rest/v1/tenants',
  summary: 'Change the settings of the organization',
  tag: 'Tables',
  input,
  output: tenant,
  errors: ['admin_required', 'recipient_exists', 'last_recipient'],
});

/**
 * Checks a checkout session with the payment provider, and subscribes the caller's organization if the provider confirms a
 * payment for it. Without a provider nothing changes and `confirmed` is false.
 */
export const confirmPayment = declareCall({
  access: 'member',
  method: 'POST',
  path: '/functions/v1/confirm-payment',
  summary: 'Confirm a payment',
  tag: 'Organizations',
  input: z.object({ session_id: z.string().min(1).max(limits.payment.sessionIdMax) }),
  output: z.object({ confirmed: z.boolean() }),
});
