import { contract } from '@scout/contract';
import { hasInbox } from '../../mail/inbox/registerInbox.ts';
import { verifyAudit } from '../../queries/operator/audit.ts';
import { implementCall } from '../implementCall.ts';

export const health = implementCall(contract.health, async (_input, { app }) => {
  await app.authStore.pool.query('SELECT');
  return { status: 'ok' as const, inbox: hasInbox(app.config) };
});

export const operatorKeysList = implementCall(contract.operatorKeysList, (_input, { app }) =>
  app.rotation.list(),
);

export const operatorKeysRotate = implementCall(contract.operatorKeysRotate, ({ key }, { app }) =>
  app.rotation.rotate(key),
);

export const operatorKeysReseal = implementCall(contract.operatorKeysReseal, ({ key, after }, { app }) =>
  app.rotation.reseal(key, after),
);

export const operatorAuditVerify = implementCall(contract.operatorAuditVerify, ({ tenant_id }, { app }) =>
  verifyAudit(app.pool, tenant_id),
);
