import { limits } from '../limits.ts';
import { versionPattern } from '../releases.ts';
import { z } from '../zod.ts';
import { agentId, isoTime } from './fields.ts';

export const releaseVersion = z.string().regex(versionPattern, 'must be a version such as 0.2.0');

/** `off`: not started; `ring`: the first machines; `all`: every machine of the organization. */
export const upgradeStages = ['off', 'ring', 'all'] as const;

/** Upgrade state of a machine. `waiting`: not offered yet; `offered`: offered but not installed yet. */
export const machineUpgradeStates = ['waiting', 'offered', 'upgraded', 'failed', 'rolled_back'] as const;
export type MachineUpgradeState = (typeof machineUpgradeStates)[number];

/** A failed upgrade, as the agent reports it. */
export const upgradeReport = z.object({
  version: releaseVersion,
  outcome: z.enum(['failed', 'rolled_back']),
  message: z.string().max(limits.agentUpgrade.messageMax),
});
export type UpgradeReport = z.output<typeof upgradeReport>;

/** Number of machines per state. */
const machineCounts = z.object({
  machines: z.number().int(),
  waiting: z.number().int(),
  offered: z.number().int(),
  upgraded: z.number().int(),
  failed: z.number().int(),
  rolled_back: z.number().int(),
});
export type MachineCounts = z.output<typeof machineCounts>;

const upgradeMachine = z.object({
  agent_id: agentId,
  host: z.string(),
  platform: z.string(),
  version: z.string(),
  in_ring: z.boolean(),
  state: z.enum(machineUpgradeStates),
  /** The agent's message about a failure or rollback. */
  message: z.string().nullable(),
});
export type UpgradeMachine = z.output<typeof upgradeMachine>;

/** Rollout of the newest release to the organization's agents. Times and names of steps not yet taken are null. */
export const agentUpgrade = z.object({
  version: releaseVersion,
  built_at: isoTime,
  stage: z.enum(upgradeStages),
  started_at: isoTime.nullable(),
  started_by: z.string().nullable(),
  opened_at: isoTime.nullable(),
  opened_by: z.string().nullable(),
  /** Paused since this time: not offered to further machines. */
  paused_at: isoTime.nullable(),
  paused_by: z.string().nullable(),
  ring: machineCounts,
  /** All machines that the release has a package for, including the ring. */
  fleet: machineCounts,
  /** Machines that may download it now, from the server's process that responds. */
  downloading: z.number().int(),
  /** Machines of the ring, and all with a failure or rollback; the latter first. */
  machines: z.array(upgradeMachine).max(limits.agentUpgrade.machinesShown),
});
export type AgentUpgrade = z.output<typeof agentUpgrade>;
