import { contract } from '@scout/contract';
import { readAsAdmin } from '../organizations/asAdmin.ts';
import { listAuditLogs } from '../queries/audit-logs.ts';
import { implementCall } from './implementCall.ts';

export const auditLogs = implementCall(contract.auditLogs, async (filter, context) =>
  listAuditLogs(await readAsAdmin(context), context.member.tenantId, filter),
);
