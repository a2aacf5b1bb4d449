import { paths } from '../../paths.ts';

/** The reasons why tabs are locked for an organization without a subscription (spec section 6, and the same for directories). */
export const lockedTexts = {
  reports: 'Reports are available on paid plans',
  agent: 'Scout Agent is available on paid plans',
  directory: 'Directories are available on paid plans',
} as const;

export type PaidTabName = keyof typeof lockedTexts;

interface SettingsTab {
  path: string;
  label: string;
  /** True for subscribed organizations only. */
  paid?: PaidTabName;
  /** For narrow columns with forms only; tables need the width. */
  narrow?: boolean;
}

/** The six tabs of spec section 2 in order, followed by Scout's own. Each has its own address. */
export const settingsTabs: readonly SettingsTab[] = [
  { path: paths.settings, label: 'Profile', narrow: true },
  { path: paths.settingsOrganization, label: 'Organization' },
  { path: paths.settingsNotifications, label: 'Notifications' },
  { path: paths.settingsBilling, label: 'Billing', narrow: true },
  { path: paths.settingsReports, label: 'Reports', paid: 'reports' },
  { path: paths.settingsAgent, label: 'Agent', paid: 'agent' },
  { path: paths.settingsDirectory, label: 'Directory', paid: 'directory' },
  { path: paths.settingsDetection, label: 'Detection' },
];

/** The tab of an address, including addresses of its parts. */
export function tabOf(pathname: string): SettingsTab | undefined {
  return settingsTabs.findLast(({ path }) => path === pathname || pathname.startsWith(`${path}/`));
}

/** The parts of the Agent tab. */
export const agentParts = [
  { path: paths.settingsAgent, label: 'Fleet' },
  { path: paths.settingsAgentEnrollment, label: 'Enrollment' },
  { path: paths.settingsAgentGroups, label: 'Groups' },
  { path: paths.settingsAgentUpgrades, label: 'Upgrades' },
] as const;
