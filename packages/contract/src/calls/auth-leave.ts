import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/**
 * The browser's last tab is closing: the session of the cookie ends in half a minute, unless `auth-session` asks for it
 * before, as a page that was only loading again does. Harmless without a session.
 */
export const authLeave = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/leave',
  summary: 'Leave: the session ends soon',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({}),
});
