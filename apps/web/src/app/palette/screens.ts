import { paths } from '../../paths.ts';
import { dashboards } from '../../screens/dashboard/dashboards.ts';
import { agentParts, settingsTabs } from '../../screens/settings/tabs.ts';

/** A screen in the palette. */
interface Screen {
  path: string;
  label: string;
  /** Additional search terms. */
  words?: string;
}

/** The screens of a signed-in person, in the order of the specification. */
export const screens: readonly Screen[] = [
  { path: paths.dashboard, label: 'Overview', words: 'home dashboard' },
  { path: paths.cases, label: 'Cases', words: 'incidents alerts findings misuse' },
  { path: paths.accounts, label: 'Accounts', words: 'service accounts register owner' },
  { path: paths.ownerReview, label: "Owners' review", words: 'service accounts owner audit PCI' },
  ...dashboards.map(({ path, title }) => ({ path, label: title, words: 'dashboard' })),
  { path: paths.downloads, label: 'Downloads', words: 'agent package install' },
  ...settingsTabs.map(({ path, label }) => ({ path, label: `Settings: ${label}` })),
  // The first part has the address of the tab.
  ...agentParts
    .slice(1)
    .map(({ path, label }) => ({ path, label: `Settings: Agent, ${label}`, words: 'agents' })),
];
