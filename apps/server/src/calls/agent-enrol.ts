import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { audit } from '../queries/audit.ts';
import { redeemEnrolment } from '../queries/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const agentEnrol = implementCall(
  contract.agentEnrol,
  async ({ token, proof, ...machine }, { app, request }) => {
    await app.rates.consume('enrolPerAddress', request.address);
    const answer = await withRole(app.pool, { role: 'scout_auth' }, async (tx) => {
      const outcome = await redeemEnrolment(tx, { token, proof }, machine);
      if (outcome.entry) {
        const { tenantId, action, details } = outcome.entry;
        await audit(tx, { tenantId, actor: 'agent', action, details, address: request.address });
      }
      return outcome;
    });
    if ('enrolled' in answer) return answer.enrolled;
    if (answer.refused !== 'token') throw new Refusal(answer.refused);
    // One answer for an unknown, expired, revoked or used-up token: the caller need not know which it was.
    throw new Refusal(token === undefined ? 'invalid_credential' : 'invalid_enrolment_token');
  },
);
