import { contract } from '@scout/contract';
import { verifyAudit } from '../queries/operator/audit.ts';
import { implementCall } from './implementCall.ts';

export const operatorAuditVerify = implementCall(contract.operatorAuditVerify, ({ tenant_id }, { app }) =>
  verifyAudit(app.pool, tenant_id),
);
