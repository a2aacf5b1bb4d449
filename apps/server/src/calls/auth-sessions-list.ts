import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const authSessionsList = implementCall(contract.authSessionsList, (_input, { app, claims }) =>
  app.sessions.list(claims.sub, claims.session_id),
);
