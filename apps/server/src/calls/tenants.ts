import { contract } from '@scout/contract';
import { readTenant } from '../queries/tenants.ts';
import { ifMember } from './ifMember.ts';
import { implementCall } from './implementCall.ts';

export const tenants = implementCall(contract.tenants, async (_input, context) => {
  const row = await ifMember(context, (tx, { tenantId }) => readTenant(tx, tenantId));
  return row ? [row] : [];
});
