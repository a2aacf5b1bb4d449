import { paths } from '../paths.ts';
import { invitationPath, keptInvitation } from './invitation.ts';

/** Kept in the tab alone, so that no link and no other site can say where a sign-in leads. */
const key = 'scout_return_path';

/** Characters of an address that is kept; filters of a view take far fewer. */
const longestPath = 2048;

/** Views that a person may be on the way to. What is not of this list is never returned to. */
const views: ReadonlySet<string> = new Set([
  paths.dashboard,
  paths.serviceAccounts,
  paths.failedLogons,
  paths.interactiveLogons,
  paths.infrastructure,
  paths.downloads,
  paths.paymentConfirmation,
  paths.settings,
  paths.settingsOrganization,
  paths.settingsNotifications,
  paths.settingsBilling,
  paths.settingsReports,
  paths.settingsAgent,
]);

/** The address of a page of this origin, as the router has it. */
export interface Address {
  pathname: string;
  search: string;
  hash: string;
}

interface Kept {
  path: string;
  /** The person who was there; null for somebody who had not signed in yet. */
  subject: string | null;
}

/** The address of a view, for after a sign-in; null for everything else, another site above all. */
export function viewPath({ pathname, search, hash }: Address): string | null {
  const path = `${pathname}${search}${hash}`;
  return views.has(pathname) && path.length <= longestPath ? path : null;
}

/** Keeps the address of a view until its person gets there. Any other address leaves what is kept. */
export function keepReturnPath(
  storage: Pick<Storage, 'setItem'>,
  address: Address,
  subject: string | null,
): void {
  const path = viewPath(address);
  if (path !== null) storage.setItem(key, JSON.stringify({ path, subject } satisfies Kept));
}

/** The view that this person was on the way to, or null. */
export function keptView(storage: Pick<Storage, 'getItem'>, subject: string | null): string | null {
  const kept = readKept(storage.getItem(key));
  const isTheirs = kept !== null && (kept.subject === null || kept.subject === subject);
  return isTheirs ? kept.path : null;
}

/** Forgets the view: its person has arrived, or has signed out. */
export function dropReturnPath(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(key);
}

/** Where a sign-in leads: to an invitation that waited for it, to the view that was asked for, or to the dashboard. */
export function pathAfterSignIn(storage: Pick<Storage, 'getItem'>, subject: string | null): string {
  const link = keptInvitation(storage);
  return link === null ? (keptView(storage, subject) ?? paths.dashboard) : invitationPath(link);
}

/** The kept value, if it has the form that this module keeps. */
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
