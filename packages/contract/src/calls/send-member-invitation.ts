import { declareCall } from '../call.ts';
import { isoTime } from '../entities/fields.ts';
import { recipientRule } from '../validation/organization.ts';
import { z } from '../zod.ts';

/**
 * Mails an invitation to a pending member, again too: each one withdraws the one before. Answers 429 'Rate limited. Try
 * again in a minute.' The server writes the mail from its own template and data; `subject`, `html`, `text` and the names
 * in the body are accepted, because section 7 names them, and not used.
 */
export const sendMemberInvitation = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/send-member-invitation',
  summary: 'Mail an invitation to a pending member',
  tag: 'Organizations',
  input: z.object({
    to: recipientRule,
    subject: z.string().optional(),
    html: z.string().optional(),
    text: z.string().optional(),
    organizationName: z.string().optional(),
    inviterName: z.string().optional(),
    inviterEmail: z.string().optional(),
  }),
  output: z.object({ email: z.string(), expires_at: isoTime }),
  errors: ['not_found', 'member_exists'],
});
