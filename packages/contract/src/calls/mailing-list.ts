import { declareCall } from '../call.ts';
import { formSigns } from '../entities/demo-request.ts';
import { emailRule } from '../validation/email.ts';
import { sanitizeMailingListInput } from '../validation/mailingList.ts';
import { z } from '../zod.ts';

/** Puts an address on the mailing list. 23505: it is there already, which the page takes for success. */
export const mailingList = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/rest/v1/mailing_list',
  summary: 'Join the mailing list',
  tag: 'Sales',
  input: z.object({ email: z.string().transform(sanitizeMailingListInput).pipe(emailRule), ...formSigns }),
  output: z.object({ stored: z.literal(true) }),
  errors: ['23505', '42501', '42P01'],
});
