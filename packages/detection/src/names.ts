import { compareCodePoints } from './order.ts';

export { plainAddress } from './addresses.ts';

/** Longer than any Windows name; caps the size of incidents. */
export const NAME_LIMIT = 1_024;
/** UTF-16 units of a key. A failed logon can contain a longer name; names with the same prefix are then treated as one. */
const KEY_LIMIT = 256;
/** Maximum source hosts counted for one event. Windows names at most two; other writers may list any number. */
export const HOSTS_LIMIT = 16;

const PRODUCTION = /^(?:prd|prod)[-_]|[-_](?:prd|prod(?!\p{L})|prod(?=db|sql|ora|pg))/iu;
/** Matches every production server's and service account's name; much cheaper than parsing a name. */
const HINT = { production: /prd|prod/i, account: /svc|service\./i };
const WORKSTATION = /workstation|desktop|laptop|mac|-ws|^ws[-_]/i;
const PROTOCOL = /^(?:tcp|np|lpc|via|admin):/i;
const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const IPV6 = /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*(?:%\w+)?$/i;

/** Windows writes `-` or nothing for a missing value; some collectors write NULL. */
export function isAbsent(text: string): boolean {
  return text === '' || text === '-' || text === 'NULL';
}

/** The trimmed text of a row's field, or null if it has none. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return isAbsent(text) ? null : text;
}

/**
 * A name in its form for comparison: lower case, NFC, and short enough that a database can index two of them. Also used for failure
 * reasons and source hosts. Never computed by SQL, where lower() depends on the locale.
 */
export function keyOf(name: string): string {
  return cappedName(composed(name.toLowerCase()));
}

/** Marks, and letters that may stand for a mark and another: only text with them has more than one form. */
const DECOMPOSED = /[\u0300-\uffff]/;

/** A name in Unicode's composed form (NFC): macOS and some directories write ü as u and a mark. */
export function composed(name: string): string {
  return DECOMPOSED.test(name) ? name.normalize('NFC') : name;
}

/** A name capped to the length of its key, as in findings, so that a list of findings grows only with their number. */
export function cappedName(name: string): string {
  return name.length <= KEY_LIMIT ? name : name.slice(0, KEY_LIMIT).toWellFormed();
}

/** `DOMAIN\svc.billing`, `.\svc.billing` and `svc.billing@corp.example` become `svc.billing`. */
export function stripAccount(name: string): string {
  let account = name.trim();
  account = account.slice(account.lastIndexOf('\\') + 1);
  const at = account.indexOf('@');
  if (at > 0) account = account.slice(0, at);
  return account.slice(0, NAME_LIMIT);
}

/** The acting account from an event's `subject_user_name`, without its domain; null if absent. */
export function subjectUserOf(value: unknown): string | null {
  const name = stripAccount(textOf(value) ?? '');
  return name === '' ? null : cappedName(name);
}

/**
 * The bare name of a server or computer: `tcp:PRD-SQL01.corp.example\INST,1433` becomes `PRD-SQL01`. Removes protocol, scheme and
 * user, pipe, instance, port and DNS suffix; addresses are unchanged. A name that consists only of such parts (`.`) is unchanged.
 */
export function stripHost(name: string): string {
  const whole = name.trim().slice(0, NAME_LIMIT);
  let host = withoutScheme(whole);
  while (PROTOCOL.test(host)) host = host.slice(host.indexOf(':') + 1);
  host = host.replace(/^[\\/]+/, '');
  const bracket = host.startsWith('[') ? host.indexOf(']') : -1;
  if (bracket > 1) return host.slice(1, bracket);
  if (IPV6.test(host)) return host;
  // Blanks stored as pictures of control characters are kept.
  const end = host.search(/[\\/,;:\s\u2409-\u240d]/);
  if (end !== -1) host = host.slice(0, end);
  if (!IPV4.test(host)) {
    const dot = host.indexOf('.');
    if (dot !== -1) host = host.slice(0, dot);
  }
  return host === '' ? whole : host;
}

/** `jdbc:sqlserver://user:password@HOST:1433/db` becomes `HOST:1433`. */
function withoutScheme(text: string): string {
  const scheme = text.indexOf('://');
  if (scheme === -1) return text;
  const rest = text.slice(scheme + 3);
  const end = rest.search(/[\\/?#;\s]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** File name of a Windows or POSIX path, in the event's spelling: `C:\Tools\SQLCMD.EXE` becomes `SQLCMD.EXE`. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) + 1);
}

/**
 * A host's name as it is shown everywhere: in capitals, as Windows writes it, since each writer has its own spelling. Addresses are
 * unchanged, and so is a name whose capitals are another name.
 */
export function hostInCapitals(host: string): string {
  if (IPV4.test(host) || IPV6.test(host)) return host;
  const capitals = host.toUpperCase();
  return capitals.toLowerCase() === host.toLowerCase() ? capitals : host;
}

/** A host's bare name as it is shown everywhere. */
export const shownHost = (name: string): string => hostInCapitals(stripHost(name));

/** A program's file name as it is shown everywhere: in lower case, since Windows ignores case and writes each as it was started. */
export function shownProgram(path: string): string {
  return fileName(path).toLowerCase();
}

/** Specification section 5: starts with `svc.` or `service.`, or contains `svc`, in any case; ignores domains. */
export function isServiceAccount(name: string): boolean {
  if (!HINT.account.test(name)) return false;
  const key = keyOf(stripAccount(name));
  return key.includes('svc') || key.startsWith('service.');
}

/**
 * Specification section 5, made robust: a leading `PRD-` or `PROD_`, or `-prd`, `_prod` later, so that `SQL-PRDDB01` matches. A
 * letter after `prod` starts another word unless it names a database, so that `web-products` does not match and `SQL-PRODDB01`
 * does. Any case; only the bare host name counts.
 */
export function isProductionServer(name: string): boolean {
  return HINT.production.test(name) && PRODUCTION.test(stripHost(name));
}

/** Specification section 5: contains workstation, desktop, laptop, mac or `-ws`, or starts with `ws-` or `ws_`; any case. */
export function isWorkstation(name: string): boolean {
  return WORKSTATION.test(stripHost(name));
}

/** Names unique without case, in their smallest spelling, ordered by key. */
export function distinctNames(names: readonly string[]): string[] {
  if (names.length < 2) return [...names];
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = keyOf(name);
    const known = byKey.get(key);
    if (known === undefined || compareCodePoints(name, known) < 0) byKey.set(key, name);
  }
  return [...byKey].sort(([a], [b]) => compareCodePoints(a, b)).map(([, name]) => name);
}
