import { declareCall } from '../call.ts';
import { agent } from '../entities/agent.ts';
import { agentId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/** Lets in a machine that awaits approval: its events are taken from now on. Harmless when it is approved already. */
export const agentsApprove = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agents/{agent_id}/approve',
  summary: 'Approve a machine that awaits it',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found', 'agent_state'],
});
