import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { createTenant, listTenants, updateTenant } from '../sql/tenants.ts';
import { createUser } from '../sql/users.ts';

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
