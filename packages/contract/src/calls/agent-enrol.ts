import { declareCall } from '../call.ts';
import { agentId } from '../entities/fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** What an agent says of the machine it runs on. */
export const agentMachine = z.object({
  host: z.string().trim().min(1).max(limits.agent.hostMax),
  platform: z.string().trim().min(1).max(limits.agent.platformMax),
  version: z.string().trim().min(1).max(limits.agent.versionMax),
});

/**
 * Exchanges an enrolment token for a credential of the agent's own. The same `machine_id` in an organization is the
 * same agent: it keeps its id and its batch numbers, and its earlier credential stops working.
 */
export const agentEnrol = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/api/agents/v1/enrol',
  summary: 'Enrol an agent',
  tag: 'Agents',
  input: agentMachine.extend({
    token: z.string().min(1).max(200),
    machine_id: z.string().trim().min(1).max(limits.agent.machineIdMax),
  }),
  output: z.object({
    agent_id: agentId,
    credential: z.string(),
    /** The number that the agent's next batch must carry at least. */
    next_batch: z.number().int().positive(),
  }),
  errors: ['invalid_enrolment_token'],
});
