/** Every path of the product, built in one place; a link never spells a path itself. */
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
  dashboard: '/dashboard',
  serviceAccounts: '/dashboard/service-accounts',
  failedLogons: '/dashboard/failed-logons',
  interactiveLogons: '/dashboard/interactive-logons',
  infrastructure: '/dashboard/infrastructure',
  downloads: '/downloads',
  paymentConfirmation: '/payment-confirmation',
  settings: '/settings',
  settingsOrganization: '/settings/organization',
  settingsNotifications: '/settings/notifications',
  settingsBilling: '/settings/billing',
  settingsReports: '/settings/reports',
  settingsAgent: '/settings/agent',
} as const;

/** The code page, with the address filled in. */
export function confirmPath(email: string): string {
  return `${paths.confirm}?${new URLSearchParams({ email })}`;
}

/** Whether a path is a dashboard page (where the top bar counts down to the next refresh). */
export function isDashboardPath(pathname: string): boolean {
  return pathname === paths.dashboard || pathname.startsWith(`${paths.dashboard}/`);
}

/** Pages that anybody may read: prerendered documents of their own, without the application. */
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
