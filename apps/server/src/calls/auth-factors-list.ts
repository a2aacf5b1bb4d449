import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const authFactorsList = implementCall(contract.authFactorsList, (_input, { app, claims }) =>
  app.factors.list(claims.sub),
);
