import { contract } from '@scout/contract';
import { updateTenant } from '../queries/operator/tenants.ts';
import { implementCall } from './implementCall.ts';

export const operatorTenantsUpdate = implementCall(
  contract.operatorTenantsUpdate,
  ({ tenant_id, ...change }, { app }) => updateTenant(app.pool, tenant_id, change, new Date(app.clock.now())),
);
