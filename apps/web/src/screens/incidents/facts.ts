import type { TenantEvent } from '@scout/contract';
import { LOGON_TYPES, type RuleMatch } from '@scout/detection';
import { nameOfEvent } from '@scout/detection/catalogue/events';
import { wordsOf } from '@scout/detection/codes/failure';

/** The name of an event: 'Failed logon', or its type when unknown. */
export const eventTitle = ({ event_type }: Pick<TenantEvent, 'event_type'>): string =>
  nameOfEvent(event_type) ?? event_type;

/** A field with a code: the stored code, and its meaning. */
export interface Decoded {
  readonly label: string;
  readonly code: string;
  /** Null for an unknown code. */
  readonly words: string | null;
}

/** The codes of an event with their meaning: logon type, status, sub-status, and failure reason. */
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

/** The non-empty fields of an event by name, without those shown elsewhere. */
export function fieldsOf(event: TenantEvent): { name: string; value: string }[] {
  const elsewhere = new Set(['id', 'tenant_id', 'process_information_command_line']);
  return Object.entries(event)
    .filter(([name, value]) => value !== null && !elsewhere.has(name))
    .map(([name, value]) => ({ name, value: String(value) }));
}

/** The names in a match by kind; each opens its own timeline. */
export function namesOf(match: RuleMatch) {
  // For a successful logon the source is the workstation itself.
  const sources = match.rule === 'failed-logons' ? match.sourceHosts : [];
  return [
    { label: 'Service account', kind: 'account', name: match.serviceAccount || null },
    { label: 'Acting user', kind: 'user', name: match.subjectUser },
    { label: 'Workstation', kind: 'computer', name: match.computer },
    { label: match.change === null ? 'Production server' : 'Server', kind: 'server', name: match.server },
    ...sources.map((name) => ({ label: 'Source host', kind: 'source', name }) as const),
  ] as const;
}
