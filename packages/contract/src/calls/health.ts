import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/** Whether this process serves and reaches its database. */
export const health = declareCall({
  access: 'visitor',
  method: 'GET',
  path: '/health',
  summary: 'Health',
  tag: 'Server',
  input: z.object({}),
  output: z.object({
    status: z.literal('ok'),
    /** True: no mail leaves this machine; what is sent is read at /dev/inbox. */
    inbox: z.boolean(),
  }),
});
