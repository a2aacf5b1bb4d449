import { contract } from '@scout/contract';
import { createTenant, listTenants, updateTenant } from '../../queries/operator/tenants.ts';
import { createUser } from '../../queries/operator/users.ts';
import { implementCall } from '../implementCall.ts';

export const operatorTenantsList = implementCall(contract.operatorTenantsList, (_input, { app }) =>
  listTenants(app.pool),
);

export const operatorTenantsCreate = implementCall(contract.operatorTenantsCreate, (input, { app }) =>
  createTenant(app.pool, input, new Date(app.clock.now())),
);

export const operatorTenantsUpdate = implementCall(
  contract.operatorTenantsUpdate,
  ({ tenant_id, ...change }, { app }) => updateTenant(app, tenant_id, change),
);

export const operatorUsersCreate = implementCall(contract.operatorUsersCreate, (input, { app }) =>
  createUser(app, input, new Date(app.clock.now())),
);
