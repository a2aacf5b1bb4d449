import {
  type MachineCounts,
  type MachineUpgradeState,
  machineUpgradeStates,
  type UpgradeReport,
} from '@scout/contract';
import type { UpgradeRing } from '@scout/contract/agentConfiguration';
import { isNewer, versionPattern } from '@scout/contract/releases';

/** A machine that can be upgraded. */
export interface Upgradable {
  readonly agent_id: string;
  /** As the agent reports it: 'linux 6.12.1 x64'. */
  readonly platform: string;
  readonly version: string;
  readonly last_seen_at: Date | null;
  /** Its last failed upgrade. */
  readonly upgrade: UpgradeReport | null;
}

/** State of a machine for a release. `isOffered`: its ring is open and not paused. */
export function stateOf(machine: Upgradable, release: string, isOffered: boolean): MachineUpgradeState {
  if (!isNewer(release, machine.version)) return 'upgraded';
  if (machine.upgrade?.version === release) return machine.upgrade.outcome;
  return isOffered ? 'offered' : 'waiting';
}

export function countStates(states: readonly MachineUpgradeState[]): MachineCounts {
  const counts = Object.fromEntries(machineUpgradeStates.map((state) => [state, 0])) as Record<
    MachineUpgradeState,
    number
  >;
  for (const state of states) counts[state] += 1;
  return { ...counts, machines: states.length };
}

/** True for versions eligible for upgrades; a foreign agent may report any text. */
export const hasReleaseVersion = ({ version }: Pick<Upgradable, 'version'>): boolean =>
  versionPattern.test(version);

/**
 * Machines for a first ring: from each operating system in turn, last seen first, so that faults of one system show and offline
 * machines do not block. Those of groups with the ring `first` come before others, those with `last` never. At most `count`.
 */
export function chooseRing<Machine extends Upgradable>(
  machines: readonly Machine[],
  release: string,
  count: number,
  ringOf: (machine: Machine) => UpgradeRing = () => 'any',
): Machine[] {
  const older = machines.filter((machine) => isNewer(release, machine.version) && ringOf(machine) !== 'last');
  const first = older.filter((machine) => ringOf(machine) === 'first');
  const chosen = chooseMachines(first, count);
  const others = older.filter((machine) => ringOf(machine) !== 'first');
  return [...chosen, ...chooseMachines(others, count - chosen.length)];
}

/** Machines from each operating system in turn, last seen first. At most `count`. */
export function chooseMachines<Machine extends Pick<Upgradable, 'agent_id' | 'platform' | 'last_seen_at'>>(
  machines: readonly Machine[],
  count: number,
): Machine[] {
  const systems = new Map<string, Machine[]>();
  const candidates = machines.toSorted((a, b) => seen(b) - seen(a) || (a.agent_id < b.agent_id ? -1 : 1));
  for (const machine of candidates) {
    const system = machine.platform.split(' ')[0]!;
    systems.set(system, [...(systems.get(system) ?? []), machine]);
  }
  const chosen: Machine[] = [];
  for (let turn = 0; chosen.length < Math.min(count, candidates.length); turn += 1) {
    for (const queue of systems.values()) {
      const next = queue[turn];
      if (next && chosen.length < count) chosen.push(next);
    }
  }
  return chosen;
}

const seen = ({ last_seen_at }: Pick<Upgradable, 'last_seen_at'>): number => last_seen_at?.getTime() ?? 0;
