import { paths } from '../../paths.ts';
import { dashboards } from '../../screens/dashboard/dashboards.ts';
import { settingsTabs } from '../../screens/settings/tabs.ts';

/** A screen that the palette leads to. */
interface Screen {
  path: string;
  label: string;
  /** Other words by which it is found. */
  words?: string;
}

/** Every screen that a signed-in person may want, in the order of the specification. */
export const screens: readonly Screen[] = [
  { path: paths.dashboard, label: 'Overview', words: 'home dashboard' },
  ...dashboards.map(({ path, title }) => ({ path, label: title, words: 'dashboard' })),
  { path: paths.downloads, label: 'Downloads', words: 'agent package install' },
  ...settingsTabs.map(({ path, label }) => ({ path, label: `Settings: ${label}` })),
];
