import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const syncClaims = implementCall(contract.syncClaims, async (_input, { app, claims }) => ({
  session: await app.sessions.issueToken(claims.sub, claims.session_id),
}));
