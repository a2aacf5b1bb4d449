import { declareCall } from '../call.ts';
import { agent } from '../entities/agent.ts';
import { agentId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/** Ends the credential of an agent of the organization; its next request is refused. Harmless when repeated. */
export const agentsRevoke = declareCall({
  access: 'admin',
  method: 'DELETE',
  path: '/api/v1/agents/{agent_id}',
  summary: 'Revoke an agent',
  tag: 'Agents',
  input: z.object({ agent_id: agentId }),
  output: agent,
  errors: ['not_found'],
});
