import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const operatorKeysReseal = implementCall(contract.operatorKeysReseal, ({ key, after }, { app }) =>
  app.rotation.reseal(key, after),
);
