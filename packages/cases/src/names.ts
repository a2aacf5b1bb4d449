import { keyOf, stripAccount, stripHost } from '@scout/detection';
import { hostInCapitals, plainAddress } from '@scout/detection/names';
import { isSystemDomain as isOfSystem } from '@scout/detection/systemDomains';

/** Maximum cached spellings; the caches only save work and are not state. */
const CACHE_LIMIT = 50_000;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f.]*:[0-9a-f:.]*(?:%\w+)?)$/i;
const LOCAL = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\.|\(local\))$/i;
const SYSTEM = new Set([
  'system',
  'local service',
  'network service',
  'anonymous logon',
  'localsystem',
  'iusr',
  '',
  '-',
]);
/** Windows' own accounts for desktops and fonts: DWM-1, UMFD-0. */
const SYSTEM_NUMBERED = /^(?:dwm|umfd)-\d+$/;
const ABSENT = new Set(['', '-', 'null']);

/** Memoizes a pure function. */
export function cached<T>(make: (raw: string) => T): (raw: string) => T {
  let known = new Map<string, T>();
  return (raw) => {
    let value = known.get(raw);
    if (value === undefined) {
      if (known.size >= CACHE_LIMIT) known = new Map();
      value = make(raw);
      known.set(raw, value);
    }
    return value;
  };
}

const accountKeys = cached((raw) => {
  const key = keyOf(stripAccount(raw));
  return ABSENT.has(key) ? '' : key;
});
const hostKeys = cached((raw) => {
  const host = plainAddress(raw.trim());
  if (ABSENT.has(host.toLowerCase())) return '';
  return LOCAL.test(host) ? 'localhost' : keyOf(stripHost(host));
});

/** Key of an account's name without its domain; null without a name. */
export function accountKey(raw: string | null | undefined): string | null {
  if (raw === null || raw === undefined) return null;
  return accountKeys(raw) || null;
}

/** Key of a host's bare name or address; null without one, `own` for names of the machine itself. */
export function hostKey(raw: string | null | undefined, own: string | null): string | null {
  if (raw === null || raw === undefined) return null;
  const key = hostKeys(raw);
  return key === '' ? null : key === 'localhost' ? own : key;
}

/** True for an IPv4 or IPv6 address. */
export const isAddress = cached((host) => ADDRESS.test(host));

/** True for operating system accounts, which nobody can misuse by password. */
export const isSystemAccount = cached((key) => SYSTEM.has(key) || SYSTEM_NUMBERED.test(key));

/** True for a domain of a machine's own accounts. */
export const isSystemDomain = cached(isOfSystem);

/** A host's name without its digits: `prd-sql01` and `prd-sql02` are one family. Null for addresses and purely numeric names. */
export const familyOf = cached((host): string | null => {
  if (ADDRESS.test(host)) return null;
  const family = host.replace(/\d+/g, '#');
  return /[a-z]{2}/.test(family) && family.includes('#') ? family : null;
});

/** The words of a name, without digits: `svc.billing-rpt2` gives svc, billing, rpt. */
export const wordsOfName = cached((name): readonly string[] =>
  ADDRESS.test(name) ? [] : [...new Set(name.split(/[^\p{L}]+/u).filter((word) => word.length >= 2))],
);

/** A host's name in sentences. */
export const hostWord = hostInCapitals;
