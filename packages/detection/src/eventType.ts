import type { Row } from './event.ts';
import { textOf } from './names.ts';

/** Provider of the event ids used by the rules; other providers use the same numbers for other events. */
export const SECURITY_PROVIDER = 'Microsoft-Windows-Security-Auditing';

/** Changes of accounts, groups, services, tasks, the directory and auditing. */
const CHANGE_IDS = [
  4697, 4698, 4702, 4719, 4720, 4722, 4723, 4724, 4725, 4726, 4728, 4732, 4738, 4756, 4781, 5136, 5137,
] as const;
/** Logon, failed logon and process start. */
const BASE_IDS = [4624, 4625, 4688] as const;

/** Windows events read by the rules. 1102 and 7045 have their own providers. */
export type SecurityEventId = (typeof BASE_IDS)[number] | (typeof CHANGE_IDS)[number] | 1102 | 7045;

/** Event ids by stored type. */
const BY_TYPE: ReadonlyMap<string, SecurityEventId> = new Map<string, SecurityEventId>([
  ...[...BASE_IDS, ...CHANGE_IDS].map((id) => [`WINDOWS_SECURITY_${id}`, id] as const),
  ['Microsoft-Windows-Eventlog/1102', 1102],
  ['Service Control Manager/7045', 7045],
]);

const PREFIXED = /^WINDOWS_SECURITY_(\d{1,9})$/i;
const BARE = /^(4624|4625|4688)$/;

/** Stored type of a provider's event: `WINDOWS_SECURITY_4625`, or `<Provider>/<id>`. */
export function eventTypeOf(provider: string | null, id: number): string {
  return isSecurityProvider(provider) ? `WINDOWS_SECURITY_${id}` : `${provider ?? 'unknown'}/${id}`;
}

export function isSecurityProvider(provider: string | null): boolean {
  return provider === SECURITY_PROVIDER || SECURITY_NAMES.has(provider?.toLowerCase() ?? '');
}

/** Some shippers write the provider's title instead of its name. */
const SECURITY_NAMES = new Set([SECURITY_PROVIDER.toLowerCase(), 'microsoft windows security auditing.']);

/** The id in a type such as `WINDOWS_SECURITY_4625`, or in a bare 4624, 4625 or 4688; null for any other type. */
export function idInType(type: string): number | null {
  const digits = PREFIXED.exec(type)?.[1] ?? BARE.exec(type)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * The row's event id if the rules use it, otherwise null. A bare number from a provider other than Windows' security auditing
 * does not count.
 */
export function securityEventId(row: Row): SecurityEventId | null {
  const type = row.event_type;
  const known = typeof type === 'string' ? BY_TYPE.get(type) : undefined;
  if (known !== undefined) return known;
  const text = typeof type === 'number' ? String(type) : textOf(type);
  const digits = text === null ? null : idInType(text);
  const id = digits === null ? undefined : BY_TYPE.get(`WINDOWS_SECURITY_${digits}`);
  if (id === undefined) return null;
  const provider = textOf(row.provider);
  return provider === null || isSecurityProvider(provider) || !BARE.test(text!) ? id : null;
}
