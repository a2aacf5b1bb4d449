import { paths } from '../../paths.ts';

/** The reasons why tabs are locked for an organization without a subscription (spec section 6). */
export const lockedTexts = {
  reports: 'Reports are available on paid plans',
  agent: 'Scout Agent is available on paid plans',
} as const;

export type PaidTabName = keyof typeof lockedTexts;

interface SettingsTab {
  path: string;
  label: string;
  /** Only for subscribed organizations. */
  paid?: PaidTabName;
  /** Forms alone, which are read in a narrow column; tables need the width. */
  narrow?: boolean;
}

/** The six tabs of spec section 2 in their order, and Scout's own after them. Each has an address of its own. */
export const settingsTabs: readonly SettingsTab[] = [
  { path: paths.settings, label: 'Profile', narrow: true },
  { path: paths.settingsOrganization, label: 'Organization' },
  { path: paths.settingsNotifications, label: 'Notifications' },
  { path: paths.settingsBilling, label: 'Billing', narrow: true },
  { path: paths.settingsReports, label: 'Reports', paid: 'reports' },
  { path: paths.settingsAgent, label: 'Agent', paid: 'agent' },
  { path: paths.settingsDetection, label: 'Detection' },
];

/** The tab of an address, which may be of one of its parts. */
export function tabOf(pathname: string): SettingsTab | undefined {
  return settingsTabs.findLast(({ path }) => path === pathname || pathname.startsWith(`${path}/`));
}

/** The parts of the Agent tab. */
export const agentParts = [
  { path: paths.settingsAgent, label: 'Fleet' },
  { path: paths.settingsAgentEnrollment, label: 'Enrollment' },
  { path: paths.settingsAgentUpgrades, label: 'Upgrades' },
] as const;
