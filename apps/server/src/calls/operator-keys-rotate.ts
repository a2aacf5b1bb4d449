import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const operatorKeysRotate = implementCall(contract.operatorKeysRotate, ({ key }, { app }) =>
  app.rotation.rotate(key),
);
