import { createHash } from 'node:crypto';
import { contract } from '@scout/contract';
import { challengeText } from '@scout/contract/serverIdentity';
import { proveIdentity } from '../auth/agentCredential.ts';
import { Refusal } from '../http/refusal.ts';
import { implementCall } from './implementCall.ts';

export const agentIdentify = implementCall(
  contract.agentIdentify,
  async ({ agent_id, address, nonce }, { app, request }) => {
    await app.rates.consume('identifyPerAddress', request.address);
    if (!app.addresses.isOwn(address)) throw new Refusal('not_found');
    const challenge = createHash('sha256')
      .update(challengeText(address, agent_id, nonce))
      .digest();
    const proofs = await proveIdentity(app.authStore, agent_id, challenge);
    if (proofs.length === 0) throw new Refusal('not_found');
    return { proofs: proofs.map((proof) => proof.toString('hex')) };
  },
);
