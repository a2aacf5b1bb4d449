import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/** The public keys that access tokens are signed with (RFC 7517). */
export const jwks = declareCall({
  access: 'visitor',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The key set of access tokens',
  tag: 'Authentication',
  input: z.object({}),
  output: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
});
