import type { Role } from '@scout/contract';
import { paths } from '../paths.ts';

/** Pages of an owner of accounts; a page that is not listed stays closed. */
const ownersPages: readonly string[] = [
  paths.cases,
  paths.accounts,
  paths.account,
  paths.ownerReview,
  paths.settings,
];

/** True if a role may open the page of an address. Only for display; the server checks permissions. */
export function mayOpen(role: Role, pathname: string): boolean {
  if (role !== 'owner') return true;
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return ownersPages.includes(path) || /^\/cases\/[^/]+$/.test(path);
}

/** The first page of a role. */
export const homeOf = (role: Role): string => (role === 'owner' ? paths.accounts : paths.dashboard);
