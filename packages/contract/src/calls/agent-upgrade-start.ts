import { declareCall } from '../call.ts';
import { agentUpgrade, releaseVersion } from '../entities/agent-upgrade.ts';
import { agentId } from '../entities/fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

const { ringMax } = limits.agentUpgrade;

const input = z
  .object({
    /** The newest release, as the caller has seen it. */
    version: releaseVersion,
    /** The machines of the first ring; or */
    agent_ids: z.array(agentId).min(1).max(ringMax).optional(),
    /** how many, for the server to choose: heard lately, of every platform. */
    machines: z.number().int().min(1).max(ringMax).optional(),
  })
  .refine(
    ({ agent_ids, machines }) => (agent_ids === undefined) !== (machines === undefined),
    'Name the machines of the first ring, or how many.',
  );

/** Offers the newest release to a first ring of machines. Repeated, the ring grows. */
export const agentUpgradeStart = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-upgrade/start',
  summary: 'Upgrade a first ring of agents',
  tag: 'Agents',
  input,
  output: agentUpgrade,
  errors: ['release_changed', 'not_found'],
});
