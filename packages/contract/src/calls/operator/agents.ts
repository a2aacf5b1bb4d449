import { declareCall } from '../../call.ts';
import { agent } from '../../entities/agent.ts';
import { newEnrolment } from '../../entities/enrolment.ts';
import { agentId, isoTime, tenantId } from '../../entities/fields.ts';
import { z } from '../../zod.ts';

/** An organization's agents, by host. */
export const operatorAgentsList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/agents',
  summary: "List an organization's agents",
  tag: 'Operator',
  input: z.object({ tenant_id: tenantId }),
  output: z.array(agent),
  errors: ['not_found'],
});

/** Revokes an agent's credential; its next request is refused. Idempotent. */
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

/** Creates an enrollment token. Only this response shows the token itself. */
export const operatorEnrolmentsCreate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/enrolments',
  summary: 'Create an enrollment token',
  tag: 'Operator',
  input: newEnrolment.extend({ tenant_id: tenantId }),
  output: z.object({
    token: z.string(),
    token_id: z.uuid(),
    tenant_id: tenantId,
    label: z.string(),
    max_uses: z.number().int(),
    expires_at: isoTime,
  }),
  errors: ['not_found'],
});
