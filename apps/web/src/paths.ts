/** Every path of the product, built in one place; a link never spells a path itself. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  logoutConfirm: '/logout-confirm',
  dashboard: '/dashboard',
  serviceAccounts: '/dashboard/service-accounts',
  failedLogons: '/dashboard/failed-logons',
  interactiveLogons: '/dashboard/interactive-logons',
  infrastructure: '/dashboard/infrastructure',
} as const;

/** Whether a path is a dashboard page (where the top bar counts down to the next refresh). */
export function isDashboardPath(pathname: string): boolean {
  return pathname === paths.dashboard || pathname.startsWith(`${paths.dashboard}/`);
}
