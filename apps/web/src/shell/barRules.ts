import { isDashboardPath, paths } from '../paths.ts';
import type { SessionState } from '../session/session.ts';

/** The input of the top bar's rules. */
export interface BarSituation {
  status: SessionState['status'];
  pathname: string;
  /** The last known value while the organization is loading; null when unknown. */
  isSubscribed: boolean | null;
  inDemoMode: boolean;
}

const rules = {
  /** The whole bar. */
  bar: ({ pathname }) => pathname !== paths.comingSoon,
  logIn: ({ status, pathname }) =>
    status === 'signed-out' && pathname !== paths.login && pathname !== paths.comingSoon,
  countdown: ({ status, pathname, inDemoMode }) =>
    status === 'signed-in' && isDashboardPath(pathname) && !inDemoMode,
  demoMode: ({ status, inDemoMode }) => status === 'signed-in' && inDemoMode,
  /** /downloads has its own link to early access. */
  earlyAccess: ({ status, pathname, isSubscribed }) =>
    status === 'signed-in' && isSubscribed === false && pathname !== paths.downloads,
  settings: ({ status, isSubscribed }) => status === 'signed-in' && isSubscribed !== null,
  logOut: ({ status }) => status === 'signed-in',
} satisfies Record<string, (situation: BarSituation) => boolean>;

export type BarItem = keyof typeof rules;

/** The visibility of each item of the top bar (spec section 2, top bar and footer). */
export function barItems(situation: BarSituation): Record<BarItem, boolean> {
  return Object.fromEntries(Object.entries(rules).map(([item, shows]) => [item, shows(situation)])) as Record<
    BarItem,
    boolean
  >;
}
