import { contract } from '@scout/contract';
import { listUsage } from '../queries/operator/usage.ts';
import { implementCall } from './implementCall.ts';

export const operatorUsageList = implementCall(contract.operatorUsageList, (_input, { app }) =>
  listUsage(app),
);
