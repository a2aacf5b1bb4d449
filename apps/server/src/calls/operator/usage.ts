import { contract } from '@scout/contract';
import { listUsage, updateQuota } from '../../queries/operator/usage.ts';
import { implementCall } from '../implementCall.ts';

export const operatorUsageList = implementCall(contract.operatorUsageList, (_input, { app }) =>
  listUsage(app),
);

export const operatorQuotasUpdate = implementCall(
  contract.operatorQuotasUpdate,
  ({ tenant_id, ...change }, { app }) => updateQuota(app, tenant_id, change),
);
