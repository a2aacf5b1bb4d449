import { paths } from '../paths.ts';
import { invitationPath, keptInvitation } from './invitation.ts';

/** Kept in session storage, so that no link and no other site can control where a sign-in leads. */
const key = 'scout_return_path';

/** Maximum length of a kept address; real views are far shorter. */
const longestPath = 2048;

/** The only views that a sign-in may return to. */
const views: ReadonlySet<string> = new Set([
  paths.dashboard,
  paths.serviceAccounts,
  paths.failedLogons,
  paths.interactiveLogons,
  paths.infrastructure,
  paths.cases,
  paths.accounts,
  paths.account,
  paths.ownerReview,
  paths.downloads,
  paths.paymentConfirmation,
  paths.settings,
  paths.settingsOrganization,
  paths.settingsNotifications,
  paths.settingsBilling,
  paths.settingsReports,
  paths.settingsAgent,
  paths.settingsAgentEnrollment,
  paths.settingsAgentGroups,
  paths.settingsAgentUpgrades,
  paths.settingsDirectory,
  paths.settingsDetection,
]);

/** The page that alert mails link to. */
const casePage = /^\/cases\/\d{1,10}$/;

/** The address of a page of this origin, as in the router. */
export interface Address {
  pathname: string;
  search: string;
  hash: string;
}

interface Kept {
  path: string;
  /** The person who opened it; null before sign-in. */
  subject: string | null;
}

/** The address of a view to return to after sign-in; null for everything else, in particular other sites. */
export function viewPath({ pathname, search, hash }: Address): string | null {
  const path = `${pathname}${search}${hash}`;
  const isView = views.has(pathname) || casePage.test(pathname);
  return isView && path.length <= longestPath ? path : null;
}

/** Keeps the address of a view until its person opens it. Other addresses change nothing. */
export function keepReturnPath(
  storage: Pick<Storage, 'setItem'>,
  address: Address,
  subject: string | null,
): void {
  const path = viewPath(address);
  if (path !== null) storage.setItem(key, JSON.stringify({ path, subject } satisfies Kept));
}

/** The kept view of this person, or null. */
export function keptView(storage: Pick<Storage, 'getItem'>, subject: string | null): string | null {
  const kept = readKept(storage.getItem(key));
  const isTheirs = kept !== null && (kept.subject === null || kept.subject === subject);
  return isTheirs ? kept.path : null;
}

/** Removes the kept view after its person has arrived or signed out. */
export function dropReturnPath(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(key);
}

/** The destination of a sign-in: a pending invitation, the requested view, or the dashboard. */
export function pathAfterSignIn(storage: Pick<Storage, 'getItem'>, subject: string | null): string {
  const link = keptInvitation(storage);
  return link === null ? (keptView(storage, subject) ?? paths.dashboard) : invitationPath(link);
}

/** Parses the kept value; null when it is not valid. */
function readKept(text: string | null): Kept | null {
  try {
    const { path, subject } = JSON.parse(text ?? 'null') as Partial<Kept>;
    if (typeof path !== 'string' || (typeof subject !== 'string' && subject !== null)) return null;
    const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(path) ?? [];
    return viewPath({ pathname, search, hash }) === path ? { path, subject } : null;
  } catch {
    return null;
  }
}
