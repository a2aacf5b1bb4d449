import type { AgentGroup, AgentGroupRow, ConfigurationState, JoinWay } from '@scout/contract';
import type { GroupSettings } from '@scout/contract/agentConfiguration';
import { formatCount } from '@scout/ui';
import { machinesInWords } from '../upgrades/upgradeWords.ts';

export const stateWords: Readonly<Record<ConfigurationState, string>> = {
  current: 'Current',
  pending: 'Pending',
  refused: 'Refused',
  unsupported: 'Takes none',
};

export const joinWords: Readonly<Record<JoinWay, string>> = {
  hand: 'By hand',
  token: 'By token',
  installer: 'By installation',
  name: 'By name',
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** The settings that a configuration sets, in the order of the form. */
export function settingsInWords(settings: GroupSettings): { name: string; value: string }[] {
  const { sources, exclude_event_ids, events_per_second, upgrade_ring, tags, quiet_hours, proxy } = settings;
  const rows: [string, string | undefined][] = [
    ['Sources', sources?.join(', ')],
    ['Left out', exclude_event_ids?.join(', ')],
    [
      'Rate',
      events_per_second === undefined ? undefined : `${formatCount(events_per_second)} events per second`,
    ],
    ['Upgrades', upgrade_ring && ringWords[upgrade_ring]],
    ['Tags', tags?.join(', ')],
    [
      'Quiet hours',
      quiet_hours &&
        `${quiet_hours.days.map((day) => DAYS[day]).join(', ')} ${quiet_hours.from} to ${quiet_hours.to}, machine’s time`,
    ],
    ['Proxy', proxy],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

export const ringWords = {
  first: 'In first rings',
  any: 'In any ring',
  last: 'Never in first rings',
} as const;

/** The rollout of a group in one line. */
export function rolloutInWords({
  version,
  next_version,
  rings,
}: Pick<AgentGroupRow, 'version' | 'next_version' | 'rings'>): string {
  if (next_version === null) return `Version ${version}`;
  if (rings === 0) return `Version ${version}; ${next_version} saved`;
  return `Version ${version}; ${next_version} in ${rings} ${rings === 1 ? 'ring' : 'rings'}`;
}

/** The default size of the next ring: one, then ten times the machines that have the next version. */
export function suggestedGroupRing({ machines, counts }: Pick<AgentGroup, 'machines' | 'counts'>): number {
  const inRings = machines.filter(({ ring }) => ring !== null).length;
  return Math.max(1, Math.min(inRings * 10, counts.machines - inRings));
}

export const groupSize = ({ counts }: Pick<AgentGroupRow, 'counts'>): string =>
  machinesInWords(counts.machines);
