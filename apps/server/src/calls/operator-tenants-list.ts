import { contract } from '@scout/contract';
import { listTenants } from '../queries/operator/tenants.ts';
import { implementCall } from './implementCall.ts';

export const operatorTenantsList = implementCall(contract.operatorTenantsList, (_input, { app }) =>
  listTenants(app.pool),
);
