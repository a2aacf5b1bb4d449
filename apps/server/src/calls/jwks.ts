import { contract } from '@scout/contract';
import { readPublicKeys } from '../auth/accessToken.ts';
import { implementCall } from './implementCall.ts';

export const jwks = implementCall(contract.jwks, async (_input, { app, setHeader }) => {
  setHeader('cache-control', 'public, max-age=300');
  return { keys: await readPublicKeys(app.authStore) };
});
