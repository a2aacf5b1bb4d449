/** How much of the figures each panel shows (specification section 9). */
export const PANEL_LIMITS = {
  activityAccounts: 8,
  activityWorkstations: 12,
  /** Account and server tables of failed logons: so many are computed and searched, so many are shown unfiltered. */
  failedLogonsComputed: 50,
  failedLogonsShown: 10,
  failedLogonLog: 100,
  interactiveWorkstations: 12,
  interactiveLog: 200,
  /** Recent Infrastructure Changes; the log has all that were computed. */
  infrastructureRecent: 5,
} as const;
