import type { TenantEvent } from '@scout/contract';
import { LOGON_TYPES, type RuleMatch } from '@scout/detection';
import { wordsOf } from '@scout/detection/codes/failure';

/** What Windows' own events are called. */
const EVENTS: Readonly<Record<number, string>> = {
  4624: 'Logon',
  4625: 'Failed logon',
  4688: 'Process start',
};

/** What an event is called: 'Failed logon', or its type where no table knows it. */
export function eventTitle({ event_id, event_type }: TenantEvent): string {
  const known =
    event_type.startsWith('WINDOWS_SECURITY_') && event_id !== null ? EVENTS[event_id] : undefined;
  return known ?? event_type;
}

/** A field whose code has words: the code as it is stored, and what it means. */
export interface Decoded {
  readonly label: string;
  readonly code: string;
  /** Null when no table knows the code. */
  readonly words: string | null;
}

/** The codes of an event in words: logon type, status, sub-status, and why it failed. */
export function decodedOf({ logon_type, status, sub_status, failure_reason }: TenantEvent): Decoded[] {
  const found: Decoded[] = [];
  if (logon_type !== null) {
    const words = Object.hasOwn(LOGON_TYPES, logon_type) ? LOGON_TYPES[logon_type]! : null;
    found.push({ label: 'Logon type', code: logon_type, words });
  }
  if (status !== null) found.push({ label: 'Status', code: status, words: wordsOf(status) });
  if (sub_status !== null) found.push({ label: 'Sub-status', code: sub_status, words: wordsOf(sub_status) });
  if (failure_reason !== null) {
    found.push({ label: 'Failure reason', code: failure_reason, words: wordsOf(failure_reason) });
  }
  return found;
}

/** The stored fields of an event that say something, by their names, without those that are shown elsewhere. */
export function fieldsOf(event: TenantEvent): { name: string; value: string }[] {
  const elsewhere = new Set(['id', 'tenant_id', 'process_information_command_line']);
  return Object.entries(event)
    .filter(([name, value]) => value !== null && !elsewhere.has(name))
    .map(([name, value]) => ({ name, value: String(value) }));
}

/** The names that a match found, by what they are; each opens its own timeline. */
export function namesOf(match: RuleMatch) {
  // Of a logon that succeeded the source is the workstation itself.
  const sources = match.rule === 'failed-logons' ? match.sourceHosts : [];
  return [
    { label: 'Service account', kind: 'account', name: match.serviceAccount },
    { label: 'Acting user', kind: 'user', name: match.subjectUser },
    { label: 'Workstation', kind: 'computer', name: match.computer },
    { label: 'Production server', kind: 'server', name: match.server },
    ...sources.map((name) => ({ label: 'Source host', kind: 'source', name }) as const),
  ] as const;
}
