import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { rotateCredential } from '../queries/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const agentRotate = implementCall(contract.agentRotate, async (_input, { app, agent }) => {
  const credential = await withRole(app.pool, { role: 'scout_auth' }, (tx) => rotateCredential(tx, agent));
  if (credential === undefined) throw new Refusal('credential_revoked');
  return { credential };
});
