import { declareCall } from '../call.ts';
import { emailRule } from '../validation/email.ts';
import { z } from '../zod.ts';

/** Whether early access was requested with this address: what the form must say on blur, and nothing more. */
export const checkExistingRequest = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/check-existing-request',
  summary: 'Whether early access was requested',
  tag: 'Sales',
  input: z.object({ email: emailRule }),
  output: z.object({ hasExistingRequest: z.boolean() }),
});
