/** The two tables of failed logons and the texts of their search boxes (spec section 2). */
export const searches = {
  account: {
    title: 'Service Accounts - Failed Logons',
    nameHeader: 'Service Account',
    thing: 'service account',
    placeholder: "Enter a service account name or 'all'",
  },
  server: {
    title: 'Production Servers - Failed Logons',
    nameHeader: 'Production Server',
    thing: 'production server',
    placeholder: "Enter a PRD server name or 'all'",
  },
} as const;
