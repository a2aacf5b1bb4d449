import { declareCall } from '../call.ts';
import { agent } from '../entities/agent.ts';
import { tenantId } from '../entities/fields.ts';
import { z } from '../zod.ts';

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
