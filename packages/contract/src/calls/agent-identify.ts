import { declareCall } from '../call.ts';
import { agentId } from '../entities/fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/**
 * Proves to an agent that this is the server that enrolled it, before the agent shows its credential at another address.
 * Answers for addresses of this server alone; how a proof is made is in `serverIdentity.ts`.
 */
export const agentIdentify = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/api/agents/v1/identify',
  summary: 'Prove the identity of the server to an agent',
  tag: 'Agents',
  input: z.object({
    agent_id: agentId,
    /** The address at which the agent asks, without a slash at the end. */
    address: z.string().min(1).max(limits.agent.addressMax),
    /** 32 random bytes of the agent, base64url. */
    nonce: z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url'),
  }),
  /** One for each credential that the agent may hold. */
  output: z.object({ proofs: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(2) }),
  errors: ['not_found'],
});
