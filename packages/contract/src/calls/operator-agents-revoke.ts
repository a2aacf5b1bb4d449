import { declareCall } from '../call.ts';
import { agent } from '../entities/agent.ts';
import { agentId, tenantId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/** Ends an agent's credential; its next request is refused. Harmless when repeated. */
export const operatorAgentsRevoke = declareCall({
  access: 'operator',
  method: 'DELETE',
  path: '/operator/v1/agents/{agent_id}',
  summary: "Revoke an agent's credential",
  tag: 'Operator',
  inputStructure: 'detailed',
  input: z.object({ params: z.object({ agent_id: agentId }), query: z.object({ tenant_id: tenantId }) }),
  output: agent,
  errors: ['not_found'],
});
