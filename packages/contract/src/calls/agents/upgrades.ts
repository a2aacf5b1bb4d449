import { declareCall } from '../../call.ts';
import { releaseVersion, agentUpgrade as state } from '../../entities/agentUpgrade.ts';
import { agentId } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

/** State of the agents' rollout to the newest release; null before the first release. */
export const agentUpgrade = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'agents:read',
  method: 'GET',
  path: '/api/v1/agent-upgrade',
  summary: 'The upgrade of the agents',
  tag: 'Agents',
  input: z.object({}),
  output: state.nullable(),
});

const { ringMax } = limits.agentUpgrade;

const input = z
  .object({
    /** Newest release at the time of the caller's request. */
    version: releaseVersion,
    /** Machines of the first ring; alternative to `machines`. */
    agent_ids: z.array(agentId).min(1).max(ringMax).optional(),
    /** Number of machines for the server to choose: recently seen, from every platform. */
    machines: z.number().int().min(1).max(ringMax).optional(),
  })
  .refine(
    ({ agent_ids, machines }) => (agent_ids === undefined) !== (machines === undefined),
    'Name the machines of the first ring, or how many.',
  );

/** Offers the newest release to a first ring of machines. A repeated call adds to the ring. */
export const agentUpgradeStart = declareCall({
  access: 'subscriber-admin',
  scope: 'agents:write',
  method: 'POST',
  path: '/api/v1/agent-upgrade/start',
  summary: 'Upgrade a first ring of agents',
  tag: 'Agents',
  input,
  output: state,
  errors: ['release_changed', 'not_found'],
});

/** Offers the newest release to all agents of the organization, after a first ring. Idempotent. */
export const agentUpgradeOpen = declareCall({
  access: 'subscriber-admin',
  scope: 'agents:write',
  method: 'POST',
  path: '/api/v1/agent-upgrade/open',
  summary: 'Upgrade all agents',
  tag: 'Agents',
  input: z.object({ version: releaseVersion }),
  output: state,
  errors: ['release_changed', 'upgrade_not_started'],
});

/** Pauses or resumes the rollout of the newest release. A machine that has already downloaded it installs it. Idempotent. */
export const agentUpgradePause = declareCall({
  access: 'subscriber-admin',
  scope: 'agents:write',
  method: 'POST',
  path: '/api/v1/agent-upgrade/pause',
  summary: 'Pause or resume the upgrade of agents',
  tag: 'Agents',
  input: z.object({ version: releaseVersion, paused: z.boolean() }),
  output: state,
  errors: ['release_changed', 'upgrade_not_started'],
});
