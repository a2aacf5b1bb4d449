import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { hasInbox } from '../../../platform/mail/inbox/registerInbox.ts';
import { implementCall } from '../services.ts';
import { verifyAudit } from '../sql/audit.ts';

/** Whoever asks for health waits no longer than a second. */
const HEALTH_MS = 800;

export const health = implementCall(contract.health, async (_input, { app }) => {
  if ((await app.databaseState(HEALTH_MS)) !== 'ok') throw new Refusal('unavailable', { retryAfter: 2 });
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
