import { contract } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { addressOf } from '../organizations/invitationLinks.ts';
import { acceptanceEntry } from '../queries/audit-logs.ts';
import { implementCall } from './implementCall.ts';

export const auditEmit = implementCall(contract.auditEmit, async ({ p_tenant_id, p_target }, context) => {
  const { tx, member } = context;
  if (p_tenant_id !== member.tenantId || p_target !== (await addressOf(context))) {
    throw new Refusal('not_found');
  }
  const entry = await acceptanceEntry(tx, member.tenantId, p_target);
  if (!entry) throw new Refusal('not_found');
  return entry;
});
