/** Number of rows shown by each panel (specification section 9). */
export const PANEL_LIMITS = {
  activityAccounts: 8,
  activityWorkstations: 12,
  /** Account and server tables of failed logons: rows computed and searched, and rows shown unfiltered. */
  failedLogonsComputed: 50,
  failedLogonsShown: 10,
  failedLogonLog: 100,
  interactiveWorkstations: 12,
  interactiveLog: 200,
  /** Recent Infrastructure Changes; the log has all computed rows. */
  infrastructureRecent: 5,
} as const;
