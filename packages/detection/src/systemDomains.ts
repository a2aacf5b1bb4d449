import { keyOf } from './names.ts';

/** Domain of Windows' own accounts, also as German, French, Polish, Portuguese and Swedish systems name it; in keys. */
export const AUTHORITY_NAMES: ReadonlySet<string> = new Set([
  'nt authority',
  'nt-autorität',
  'autorite nt',
  'zarządzanie nt',
  'autoridade nt',
  'nt instans',
]);

/**
 * Domains of virtual accounts, by the number of their SID's authority after S-1-5: services, pools, machines, desktops, fonts,
 * OpenSSH.
 */
export const VIRTUAL_DOMAINS: ReadonlyMap<string, string> = new Map([
  ['80', 'NT SERVICE'],
  ['82', 'IIS APPPOOL'],
  ['83', 'NT VIRTUAL MACHINE'],
  ['90', 'Window Manager'],
  ['96', 'Font Driver Host'],
  ['111', 'VIRTUAL USERS'],
]);

const DOMAINS = new Set([...AUTHORITY_NAMES, ...[...VIRTUAL_DOMAINS.values()].map(keyOf)]);

/** True for a domain whose accounts have no password: they are a machine's own, whatever their names. */
export const isSystemDomain = (domain: string): boolean => DOMAINS.has(keyOf(domain.trim()));
