import { declareCall } from '../call.ts';
import { agent } from '../entities/agent.ts';
import { agentId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/** Turns away a machine that awaits approval: it is revoked. */
export const agentsReject = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/reject',
  summary: 'Reject a machine that awaits approval',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});
