import { paths } from '../../paths.ts';

/** The four dashboards, in the order of the specification: full name, short name for narrow places, and first content. */
export const dashboards = [
  {
    path: paths.serviceAccounts,
    title: 'Service Account Activity',
    short: 'Service Accounts',
    lead: 'Newest incidents',
  },
  {
    path: paths.failedLogons,
    title: 'Failed Logons',
    short: 'Failed Logons',
    lead: 'Most failed logons in 30 days',
  },
  {
    path: paths.interactiveLogons,
    title: 'Interactive Logons',
    short: 'Interactive Logons',
    lead: 'Newest logons at a workstation',
  },
  {
    path: paths.infrastructure,
    title: 'Infrastructure Changes',
    short: 'Infrastructure',
    lead: 'System modifications and configuration updates',
  },
] as const;
