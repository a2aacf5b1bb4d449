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
 * Exchanges an enrolment token for a credential of the agent's own. The same `machine_id` in an organization is the same
 * agent and keeps its id and batch numbers. A machine that is known enrols again only with `proof`: the credential that it
 * holds or, while it has never used one, the secret that it sent when it first asked. Its earlier credential works until the
 * new one is first used. Otherwise an admin must release the machine; a release may also let its credential do without a token.
 */
export const agentEnrol = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/api/agents/v1/enrol',
  summary: 'Enrol an agent',
  tag: 'Agents',
  input: agentMachine.extend({
    token: z.string().min(1).max(200).optional(),
    machine_id: z.string().trim().min(1).max(limits.agent.machineIdMax),
    /** The machine's credential, or before it has one a random secret of its own, the same in each try. */
    proof: z.string().min(40).max(200).optional(),
  }),
  output: z.object({
    agent_id: agentId,
    credential: z.string(),
    /** The number that the agent's next batch must carry at least. */
    next_batch: z.number().int().positive(),
    /** Its batches are refused with `awaiting_approval` until an admin approves the machine. */
    awaiting_approval: z.boolean(),
  }),
  errors: ['invalid_enrolment_token', 'invalid_credential', 'machine_known', 'machine_revoked'],
});
