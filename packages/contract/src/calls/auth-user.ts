import { declareCall } from '../call.ts';
import { userWithMetadata } from '../entities/account.ts';
import { z } from '../zod.ts';

/** The account behind the access token. */
export const authUser = declareCall({
  access: 'half-signed-in',
  method: 'GET',
  path: '/auth/v1/user',
  summary: 'The signed-in user',
  tag: 'Authentication',
  input: z.object({}),
  output: userWithMetadata,
});
