import {
  EVENTS,
  SECURITY_PROVIDER,
  type SecurityEventId,
  typeOfEvent,
  WINDOWS_EVENTS,
} from './catalogue/events.ts';
import type { Row } from './event.ts';
import { textOf } from './names.ts';

/** Ids of events that rules read, by stored type. */
const BY_TYPE: ReadonlyMap<string, SecurityEventId> = new Map(
  WINDOWS_EVENTS.filter(({ isRead }) => isRead).map((event) => [
    typeOfEvent(event),
    event.id as SecurityEventId,
  ]),
);

const PREFIXED = /^WINDOWS_SECURITY_(\d{1,9})$/i;
/** Logons, failed logons and process starts may be given by number alone. */
const BARE = new RegExp(`^(${EVENTS.logon.id}|${EVENTS.failedLogon.id}|${EVENTS.processStart.id})$`);

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
