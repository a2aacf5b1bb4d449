import type { NormalisedRow } from '../event.ts';
import { keyOf } from '../names.ts';
import { AUTHORITY_NAMES, VIRTUAL_DOMAINS } from '../systemDomains.ts';
import type { RawEvent } from './rawEvent.ts';

const AUTHORITY = 'NT AUTHORITY';
/** Windows' own accounts by SID (Microsoft, "Security identifiers", well-known SIDs). */
const NAMES = new Map([
  ['S-1-5-7', 'ANONYMOUS LOGON'],
  ['S-1-5-17', 'IUSR'],
  ['S-1-5-18', 'SYSTEM'],
  ['S-1-5-19', 'LOCAL SERVICE'],
  ['S-1-5-20', 'NETWORK SERVICE'],
]);
/** The same accounts as services and tasks name them, after their authority. */
const PRINCIPALS = new Map([
  ['system', 'SYSTEM'],
  ['localservice', 'LOCAL SERVICE'],
  ['networkservice', 'NETWORK SERVICE'],
  ['lokaler dienst', 'LOCAL SERVICE'],
  ['netzwerkdienst', 'NETWORK SERVICE'],
  ['service local', 'LOCAL SERVICE'],
  ['service réseau', 'NETWORK SERVICE'],
]);

/** SID of a domain's or a machine's accounts: most events have no other. */
const ORDINARY = 'S-1-5-21-';

/**
 * Gives Windows' own and virtual accounts of an event one name in all languages: systems translate the names of the former and the
 * authorities of both. The network name of a machine (`HOST$`), which SYSTEM also has, stays.
 */
export function nameSystemAccounts(row: NormalisedRow, event: RawEvent): void {
  const target = event.TargetUserSid;
  if (typeof target === 'string' && !target.startsWith(ORDINARY) && row.target_user_name !== null) {
    const domain = authorityOf(target, row.target_user_name);
    if (domain !== null) {
      row.target_user_name = NAMES.get(target) ?? row.target_user_name;
      row.target_domain_name = domain;
    }
  }
  const subject = event.SubjectUserSid;
  if (typeof subject === 'string' && !subject.startsWith(ORDINARY) && row.subject_user_name !== null) {
    const domain = authorityOf(subject, row.subject_user_name);
    if (domain !== null) {
      row.subject_user_name = NAMES.get(subject) ?? row.subject_user_name;
      row.subject_domain_name = domain;
    }
  }
}

function authorityOf(sid: string, name: string): string | null {
  if (name.endsWith('$')) return null;
  if (NAMES.has(sid)) return AUTHORITY;
  const kind = /^S-1-5-(\d{2,3})-/.exec(sid)?.[1];
  return kind === undefined ? null : (VIRTUAL_DOMAINS.get(kind) ?? null);
}

/** The account of a service or a task, under the name that logons have: `NT AUTHORITY\LocalService` is `LOCAL SERVICE`. */
export function principalName(account: string | null): string | null {
  if (account === null) return null;
  const known = NAMES.get(account);
  if (known !== undefined) return known;
  const at = account.indexOf('\\');
  if (at === -1) return keyOf(account) === 'localsystem' ? 'SYSTEM' : account;
  if (!AUTHORITY_NAMES.has(keyOf(account.slice(0, at)))) return account;
  return PRINCIPALS.get(keyOf(account.slice(at + 1))) ?? account;
}
