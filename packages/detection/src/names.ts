import { compareCodePoints } from './order.ts';

/** Nothing that Windows calls a name is longer, and a longer one must not grow an incident. */
export const NAME_LIMIT = 1_024;
/** UTF-16 units of a key. Whoever fails to log on may type a longer name; those that begin alike are then one. */
const KEY_LIMIT = 256;
/** Source hosts that one event counts for. Windows names two at most; a list of them is as long as its writer likes. */
export const HOSTS_LIMIT = 16;

const PRODUCTION = /^(?:prd|prod)[-_]|[-_](?:prd|prod(?!\p{L})|prod(?=db|sql|ora|pg))/iu;
/** In every production server's and every service account's name; much cheaper to look for than to take a name apart. */
const HINT = { production: /prd|prod/i, account: /svc|service\./i };
const WORKSTATION = /workstation|desktop|laptop|mac|-ws|^ws[-_]/i;
const PROTOCOL = /^(?:tcp|np|lpc|via|admin):/i;
const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const MAPPED = /^::ffff:(?:0:)?(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
const IPV6 = /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*(?:%\w+)?$/i;

/** Windows writes `-` or nothing where it has no value; some collectors write NULL. */
export function isAbsent(text: string): boolean {
  return text === '' || text === '-' || text === 'NULL';
}

/** The trimmed text of a row's field, or null when it holds none. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return isAbsent(text) ? null : text;
}

/**
 * A name in the form in which names are compared: lower case, and no longer than a database can index even two of. Failure reasons
 * and source hosts are compared in the same form. Never let SQL compute it: lower() there depends on the locale.
 */
export function keyOf(name: string): string {
  return cappedName(name.toLowerCase());
}

/** A name no longer than its key, as findings carry it: lists of findings grow with their number, not with their names. */
export function cappedName(name: string): string {
  return name.length <= KEY_LIMIT ? name : name.slice(0, KEY_LIMIT).toWellFormed();
}

/** `DOMAIN\svc.billing`, `.\svc.billing` and `svc.billing@corp.example` are `svc.billing`. */
export function stripAccount(name: string): string {
  let account = name.trim();
  account = account.slice(account.lastIndexOf('\\') + 1);
  const at = account.indexOf('@');
  if (at > 0) account = account.slice(0, at);
  return account.slice(0, NAME_LIMIT);
}

/** The account that acted, of an event's `subject_user_name`: without its domain, as findings carry names; null where it names none. */
export function subjectUserOf(value: unknown): string | null {
  const name = stripAccount(textOf(value) ?? '');
  return name === '' ? null : cappedName(name);
}

/**
 * A server's or computer's bare name: `tcp:PRD-SQL01.corp.example\INST,1433` is `PRD-SQL01`. Takes off protocol, scheme and user,
 * pipe, instance, port and DNS suffix; addresses stay whole. A name that is nothing but such parts (`.`) stays as it is.
 */
export function stripHost(name: string): string {
  const whole = name.trim().slice(0, NAME_LIMIT);
  let host = withoutScheme(whole);
  while (PROTOCOL.test(host)) host = host.slice(host.indexOf(':') + 1);
  host = host.replace(/^[\\/]+/, '');
  const bracket = host.startsWith('[') ? host.indexOf(']') : -1;
  if (bracket > 1) return host.slice(1, bracket);
  if (IPV6.test(host)) return host;
  // Blanks that came as control characters are kept as their pictures.
  const end = host.search(/[\\/,;:\s\u2409-\u240d]/);
  if (end !== -1) host = host.slice(0, end);
  if (!IPV4.test(host)) {
    const dot = host.indexOf('.');
    if (dot !== -1) host = host.slice(0, dot);
  }
  return host === '' ? whole : host;
}

/** `jdbc:sqlserver://user:password@HOST:1433/db` is `HOST:1433`. */
function withoutScheme(text: string): string {
  const scheme = text.indexOf('://');
  if (scheme === -1) return text;
  const rest = text.slice(scheme + 3);
  const end = rest.search(/[\\/?#;\s]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** An IPv4 address that came in the clothes of IPv6 as itself: `::ffff:10.1.2.3` is `10.1.2.3`; anything else as it is. */
export function plainAddress(text: string): string {
  return text.charCodeAt(0) === 0x3a ? text.replace(MAPPED, '$1') : text;
}

/** File name of a Windows or POSIX path as the event spells it: `C:\Tools\SQLCMD.EXE` is `SQLCMD.EXE`. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) + 1);
}

/** Specification section 5: starts with `svc.` or `service.`, or contains `svc`, in any case; domains do not count. */
export function isServiceAccount(name: string): boolean {
  if (!HINT.account.test(name)) return false;
  const key = keyOf(stripAccount(name));
  return key.includes('svc') || key.startsWith('service.');
}

/**
 * Specification section 5, made safe: `PRD-` or `PROD_` in front, or `-prd`, `_prod` later, so that `SQL-PRDDB01` is one. A letter after
 * `prod` begins another word unless it says which database, so that `web-products` is none and `SQL-PRODDB01` is one. Any case; only the
 * bare host name counts.
 */
export function isProductionServer(name: string): boolean {
  return HINT.production.test(name) && PRODUCTION.test(stripHost(name));
}

/** Specification section 5: workstation, desktop, laptop or mac in the name, `-ws` in it, or `ws-`, `ws_` in front; any case. */
export function isWorkstation(name: string): boolean {
  return WORKSTATION.test(stripHost(name));
}

/** Each name once whatever its case, in the smallest of its spellings, ordered by key. */
export function distinctNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = keyOf(name);
    const known = byKey.get(key);
    if (known === undefined || compareCodePoints(name, known) < 0) byKey.set(key, name);
  }
  return [...byKey].sort(([a], [b]) => compareCodePoints(a, b)).map(([, name]) => name);
}
