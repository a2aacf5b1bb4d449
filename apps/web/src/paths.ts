/** All paths of the product; links must use these. */
export const paths = {
  landing: '/',
  earlyAccess: '/earlyaccess',
  earlyAccessSuccessful: '/earlyaccess-successful',
  contact: '/contact',
  subscribe: '/subscribe',
  comingSoon: '/coming-soon',
  privacy: '/privacy',
  terms: '/terms',
  login: '/login',
  register: '/register',
  signup: '/signup',
  confirm: '/confirm',
  emailConfirmation: '/email-confirmation',
  accountVerified: '/account-verified',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  /** In development builds only. */
  devLogin: '/dev/login',
  logoutConfirm: '/logout-confirm',
  /** For the operator, with the operator token. */
  installation: '/installation',
  dashboard: '/dashboard',
  serviceAccounts: '/dashboard/service-accounts',
  failedLogons: '/dashboard/failed-logons',
  interactiveLogons: '/dashboard/interactive-logons',
  infrastructure: '/dashboard/infrastructure',
  cases: '/cases',
  case: '/cases/:number',
  accounts: '/accounts',
  account: '/accounts/account',
  ownerReview: '/accounts/review',
  downloads: '/downloads',
  paymentConfirmation: '/payment-confirmation',
  settings: '/settings',
  settingsOrganization: '/settings/organization',
  settingsNotifications: '/settings/notifications',
  settingsBilling: '/settings/billing',
  settingsReports: '/settings/reports',
  settingsAgent: '/settings/agent',
  settingsAgentEnrollment: '/settings/agent/enrollment',
  settingsAgentGroups: '/settings/agent/groups',
  settingsAgentUpgrades: '/settings/agent/upgrades',
  settingsDirectory: '/settings/directory',
  settingsDetection: '/settings/detection',
} as const;

/** The code page, with the address filled in. */
export function confirmPath(email: string): string {
  return `${paths.confirm}?${new URLSearchParams({ email })}`;
}

/** The page of a case, by its number within the organization. */
export function casePath(number: number): string {
  return `${paths.cases}/${number}`;
}

/** The page of a service account. Its name is in the query, which permits every character. */
export function accountPath(name: string): string {
  return `${paths.account}?${new URLSearchParams({ name })}`;
}

/** The register, narrowed to the accounts that were seen with a person or host, or have the text in their name. */
export function accountsPath(text: string): string {
  return `${paths.accounts}?${new URLSearchParams({ text })}`;
}

/** The fleet, with one agent open. */
export function agentPath(agentId: string): string {
  return `${paths.settingsAgent}?${new URLSearchParams({ agent: agentId })}`;
}

/** True for dashboard pages, where the top bar counts down to the next refresh. */
export function isDashboardPath(pathname: string): boolean {
  return pathname === paths.dashboard || pathname.startsWith(`${paths.dashboard}/`);
}

/** Public pages: separate prerendered documents without the application. */
export const publicPaths: readonly string[] = [
  paths.landing,
  paths.earlyAccess,
  paths.earlyAccessSuccessful,
  paths.contact,
  paths.subscribe,
  paths.comingSoon,
  paths.privacy,
  paths.terms,
];

/** A section of the landing page, by its id. */
export function landingSection(id: string): string {
  return `${paths.landing}#${id}`;
}
