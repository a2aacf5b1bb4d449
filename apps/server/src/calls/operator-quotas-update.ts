import { contract } from '@scout/contract';
import { updateQuota } from '../queries/operator/usage.ts';
import { implementCall } from './implementCall.ts';

export const operatorQuotasUpdate = implementCall(
  contract.operatorQuotasUpdate,
  ({ tenant_id, ...change }, { app }) => updateQuota(app, tenant_id, change),
);
