import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { redeemEnrolment } from '../queries/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const agentEnrol = implementCall(
  contract.agentEnrol,
  async ({ token, ...machine }, { app, request }) => {
    await app.rates.consume('enrolPerAddress', request.address);
    const enrolled = await withRole(app.pool, { role: 'scout_auth' }, (tx) =>
      redeemEnrolment(tx, token, machine),
    );
    // One answer for an unknown, expired, revoked or used-up token: the caller need not know which it was.
    if (!enrolled) throw new Refusal('invalid_enrolment_token');
    return enrolled;
  },
);
