import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const operatorKeysList = implementCall(contract.operatorKeysList, (_input, { app }) =>
  app.rotation.list(),
);
