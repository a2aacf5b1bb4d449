import { declareCall } from '../../call.ts';
import { alertRecipient } from '../../entities/alertRecipient.ts';
import { recipientRule } from '../../validation/organization.ts';
import { z } from '../../zod.ts';

/** Mail settings of alert recipients: all for admins; for members only their own address, if it is on the list. */
export const alertRecipients = declareCall({
  access: 'member',
  also: ['analyst', 'auditor'],
  method: 'GET',
  path: '/rest/v1/alert_recipients',
  summary: 'Email settings of alert recipients',
  tag: 'Organizations',
  input: z.object({}),
  output: z.array(alertRecipient),
});

/** Changes one recipient's mail settings. A member can change only their own. */
export const alertRecipientsUpdate = declareCall({
  access: 'member',
  also: ['analyst', 'auditor'],
  method: 'PATCH',
  path: '/rest/v1/alert_recipients',
  summary: 'Change the email settings of an alert recipient',
  tag: 'Organizations',
  input: alertRecipient
    .omit({ email: true })
    .partial()
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change.')
    .and(z.object({ email: recipientRule })),
  output: alertRecipient,
  errors: ['not_found'],
});
