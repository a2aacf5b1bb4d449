import { declareCall } from '../call.ts';
import { tenant } from '../entities/tenant.ts';
import { limits } from '../limits.ts';
import { recipientRule } from '../validation/organization.ts';
import { z } from '../zod.ts';

const input = z
  .object({
    receive_email_alerts: z.boolean().optional(),
    /** The whole list, which replaces the one before. */
    alert_recipient_emails: z
      .array(recipientRule)
      .max(
        limits.organization.alertRecipients,
        `At most ${limits.organization.alertRecipients} alert recipients are possible.`,
      )
      .optional(),
    requires_second_factor: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change.');

/**
 * Changes the organization's settings. Email alerts are any member's to switch, the rest an admin's.
 * An address twice in the list, or the removal of the last one, is refused.
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
