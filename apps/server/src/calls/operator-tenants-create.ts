import { contract } from '@scout/contract';
import { createTenant } from '../queries/operator/tenants.ts';
import { implementCall } from './implementCall.ts';

export const operatorTenantsCreate = implementCall(contract.operatorTenantsCreate, (input, { app }) =>
  createTenant(app.pool, input),
);
