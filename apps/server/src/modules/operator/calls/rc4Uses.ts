import { contract } from '@scout/contract';
import { withRole } from '../../../platform/database/pool.ts';
import { readRc4Uses } from '../../cases/index.ts';
import { implementCall } from '../services.ts';
import { requireTenant } from '../sql/tenants.ts';

export const operatorRc4Uses = implementCall(contract.operatorRc4Uses, ({ tenant_id, ...page }, { app }) =>
  withRole(app.pool, { role: 'scout_operator' }, async (tx) => {
    await requireTenant(tx, tenant_id);
    return readRc4Uses(tx, tenant_id, page, app.clock.now());
  }),
);
