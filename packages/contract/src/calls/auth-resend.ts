import { declareCall } from '../call.ts';
import { emailRule } from '../validation/email.ts';
import { z } from '../zod.ts';

/** Mails a new code and link to an address that waits for confirmation. Says the same of every address. */
export const authResend = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/resend',
  summary: 'Mail the confirmation again',
  tag: 'Authentication',
  input: z.object({ type: z.literal('signup'), email: emailRule }),
  /** Seconds until it may be asked again; before that the call answers 429 with Retry-After. */
  output: z.object({ retry_after: z.number().int() }),
});
