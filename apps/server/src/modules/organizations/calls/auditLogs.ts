import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { readAsAdmin } from '../../auth/index.ts';
import { addressOf } from '../invitationLinks.ts';
import { implementCall } from '../services.ts';
import { acceptanceEntry, listAuditLogs } from '../sql/auditLogs.ts';

export const auditLogs = implementCall(contract.auditLogs, async (filter, context) =>
  listAuditLogs(await readAsAdmin(context), context.member.tenantId, filter),
);

export const auditEmit = implementCall(contract.auditEmit, async ({ p_tenant_id, p_target }, context) => {
  const { tx, member } = context;
  if (p_tenant_id !== member.tenantId || p_target !== (await addressOf(context))) {
    throw new Refusal('not_found');
  }
  const entry = await acceptanceEntry(tx, member.tenantId, p_target);
  if (!entry) throw new Refusal('not_found');
  return entry;
});
