import { contract } from '@scout/contract';
import { readAsAdmin } from '../organizations/asAdmin.ts';
import { readTenant } from '../queries/tenants.ts';
import { ifMember } from './ifMember.ts';
import { implementCall } from './implementCall.ts';

export const tenants = implementCall(contract.tenants, async (_input, context) => {
  const row = await ifMember(context, async (tx, { tenantId, userId, role }) => {
    if (role === 'admin') await readAsAdmin({ tx });
    return readTenant(tx, tenantId, { userId, role });
  });
  return row ? [row] : [];
});
