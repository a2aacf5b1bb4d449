import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { listUsage, updateQuota } from '../sql/usage.ts';

export const operatorUsageList = implementCall(contract.operatorUsageList, (_input, { app }) =>
  listUsage(app),
);

export const operatorQuotasUpdate = implementCall(
  contract.operatorQuotasUpdate,
  ({ tenant_id, ...change }, { app }) => updateQuota(app, tenant_id, change),
);
