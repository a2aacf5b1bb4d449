import { paths } from '../../paths.ts';

/** The four dashboards, in the order of the specification: their full names and short ones for narrow places. */
export const dashboards = [
  { path: paths.serviceAccounts, title: 'Service Account Activity', short: 'Service Accounts' },
  { path: paths.failedLogons, title: 'Failed Logons', short: 'Failed Logons' },
  { path: paths.interactiveLogons, title: 'Interactive Logons', short: 'Interactive Logons' },
  { path: paths.infrastructure, title: 'Infrastructure Changes', short: 'Infrastructure' },
] as const;
