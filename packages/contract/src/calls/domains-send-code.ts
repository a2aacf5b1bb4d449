import { declareCall } from '../call.ts';
import { isoTime } from '../entities/fields.ts';
import { listedDomain } from '../validation/domain.ts';
import { z } from '../zod.ts';

/** Mails a code to the calling admin, whose address must be at the domain. The code before is worth nothing then. */
export const domainsSendCode = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/send-domain-code',
  summary: 'Mail a code that verifies a domain',
  tag: 'Organizations',
  input: z.object({ domain: listedDomain }),
  output: z.object({ email: z.string(), expires_at: isoTime }),
  errors: ['not_found', 'domain_other_address'],
});
