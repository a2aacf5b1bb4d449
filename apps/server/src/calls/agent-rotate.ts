import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { audit } from '../queries/audit.ts';
import { rotateCredential } from '../queries/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const agentRotate = implementCall(contract.agentRotate, async (_input, { app, agent, request }) => {
  await app.rates.consume('rotatePerAgent', agent.agentId);
  const credential = await withRole(app.pool, { role: 'scout_auth' }, async (tx) => {
    const made = await rotateCredential(tx, agent);
    if (made !== undefined) {
      await audit(tx, {
        tenantId: agent.tenantId,
        actor: 'agent',
        action: 'agent_credential_rotated',
        details: { agent_id: agent.agentId },
        address: request.address,
      });
    }
    return made;
  });
  if (credential === undefined) throw new Refusal('credential_revoked');
  return { credential };
});
