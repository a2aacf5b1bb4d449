import type { AgentUpgrade, MachineCounts, MachineUpgradeState } from '@scout/contract';
import { formatCount } from '@scout/ui';

export const stateWords: Readonly<Record<MachineUpgradeState, string>> = {
  waiting: 'Waiting',
  offered: 'Offered',
  upgraded: 'Upgraded',
  failed: 'Failed',
  rolled_back: 'Rolled back',
};

export const machinesInWords = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'machine' : 'machines'}`;

/** Machines with an older version. */
export const olderOf = ({ machines, upgraded }: MachineCounts): number => machines - upgraded;

/** The state of the upgrade in one line. */
export function stageInWords({ stage, paused_at, fleet, ring, downloading }: AgentUpgrade): string {
  if (stage === 'off') return olderOf(fleet) === 0 ? 'Every machine runs it' : 'Not started';
  if (paused_at !== null) return 'Paused';
  if (olderOf(fleet) === 0) return 'Done';
  const open =
    stage === 'all' ? 'Open to all machines' : `Open to a first ring of ${machinesInWords(ring.machines)}`;
  return downloading === 0 ? open : `${open} · ${formatCount(downloading)} downloading`;
}

/** The default size of the first ring: a tenth of the machines, at least one. */
export const suggestedRing = (fleet: MachineCounts): number => Math.max(1, Math.ceil(olderOf(fleet) / 10));
