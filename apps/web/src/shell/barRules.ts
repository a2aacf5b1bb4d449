import { isDashboardPath, paths } from '../paths.ts';
import type { SessionState } from '../session/session.ts';

/** What the top bar's rules look at. */
export interface BarSituation {
  status: SessionState['status'];
  pathname: string;
  /** As remembered while the organization is being loaded; null when it is not known. */
  isSubscribed: boolean | null;
  inDemoMode: boolean;
}

const rules = {
  /** All of it, also where the application itself would show the page. */
  bar: ({ pathname }) => pathname !== paths.comingSoon,
  logIn: ({ status, pathname }) =>
    status === 'signed-out' && pathname !== paths.login && pathname !== paths.comingSoon,
  countdown: ({ status, pathname, inDemoMode }) =>
    status === 'signed-in' && isDashboardPath(pathname) && !inDemoMode,
  demoMode: ({ status, inDemoMode }) => status === 'signed-in' && inDemoMode,
  /** /downloads has a link of its own to the way in. */
  earlyAccess: ({ status, pathname, isSubscribed }) =>
    status === 'signed-in' && isSubscribed === false && pathname !== paths.downloads,
  settings: ({ status, isSubscribed }) => status === 'signed-in' && isSubscribed !== null,
  logOut: ({ status }) => status === 'signed-in',
} satisfies Record<string, (situation: BarSituation) => boolean>;

export type BarItem = keyof typeof rules;

/** Which of its items the top bar shows (spec section 2, top bar and footer). */
export function barItems(situation: BarSituation): Record<BarItem, boolean> {
  return Object.fromEntries(Object.entries(rules).map(([item, shows]) => [item, shows(situation)])) as Record<
    BarItem,
    boolean
  >;
}
