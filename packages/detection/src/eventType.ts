import type { Row } from './event.ts';
import { textOf } from './names.ts';

/** The provider whose ids the rules know; others use the same numbers for other things. */
export const SECURITY_PROVIDER = 'Microsoft-Windows-Security-Auditing';

/** The Windows security events that rules look at: logon, failed logon, process start. */
export type SecurityEventId = 4624 | 4625 | 4688;

const PREFIXED = /^WINDOWS_SECURITY_(\d{1,9})$/i;
const BARE = /^(4624|4625|4688)$/;

/** The type under which ingest stores an event of a provider: `WINDOWS_SECURITY_4625`, or `<Provider>/<id>`. */
export function eventTypeOf(provider: string | null, id: number): string {
  return isSecurityProvider(provider) ? `WINDOWS_SECURITY_${id}` : `${provider ?? 'unknown'}/${id}`;
}

export function isSecurityProvider(provider: string | null): boolean {
  return provider === SECURITY_PROVIDER || provider?.toLowerCase() === SECURITY_PROVIDER.toLowerCase();
}

/** The id in a type such as `WINDOWS_SECURITY_4625`, or in a bare 4624, 4625 or 4688; null for any other type. */
export function idInType(type: string): number | null {
  const digits = PREFIXED.exec(type)?.[1] ?? BARE.exec(type)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Which of the rules' events a row is, or null. A bare number from a provider other than Windows' security auditing is none. */
export function securityEventId(row: Row): SecurityEventId | null {
  const type = row.event_type;
  switch (type) {
    case 'WINDOWS_SECURITY_4624':
      return 4624;
    case 'WINDOWS_SECURITY_4625':
      return 4625;
    case 'WINDOWS_SECURITY_4688':
      return 4688;
  }
  const text = typeof type === 'number' ? String(type) : textOf(type);
  const id = text === null ? null : idInType(text);
  if (id !== 4624 && id !== 4625 && id !== 4688) return null;
  const provider = textOf(row.provider);
  return provider === null || isSecurityProvider(provider) || !BARE.test(text!) ? id : null;
}
