import { EVENTS, WINDOWS_EVENTS, type WindowsEvent } from './catalogue/events.ts';
import type { NormalisedRow } from './event.ts';
import { securityEventId } from './eventType.ts';
import { textOf } from './names.ts';
import type { Naming } from './naming.ts';
import { normaliseValue } from './normalise/normalise.ts';
import { infrastructureChanges } from './rules/infrastructure-changes/rule.ts';

const idsOf = (collected: WindowsEvent['collected'], log?: WindowsEvent['log']): number[] =>
  WINDOWS_EVENTS.filter((event) => event.collected === collected && event.log === log).map(({ id }) => id);

/** Events of the Security log that are collected for all accounts: the rules and persons' sessions need them. */
export const WHOLE_IDS: readonly number[] = idsOf('all');

/** Events of the Security log sent only if they concern service accounts. */
export const FILTERED_IDS: readonly number[] = idsOf('service accounts');

/** The same of the System log. */
export const SYSTEM_IDS: readonly number[] = idsOf('service accounts', 'System');

const WHOLE: ReadonlySet<number> = new Set(WHOLE_IDS);
const EVENT_ID = /<EventID[^>]*>\s*(\d{1,10})\s*<\/EventID>/;

/**
 * True when an event must be sent: an event of a fully collected kind, or one about a service account. Unreadable events are
 * sent, so that the server rejects them with a reason.
 *
 * @param xml one event as printed by `wevtutil`
 * @param naming of the organization
 */
export function isCollected(xml: string, naming: Naming): boolean {
  const id = Number(EVENT_ID.exec(xml)?.[1] ?? Number.NaN);
  if (Number.isNaN(id) || WHOLE.has(id)) return true;
  // Only the server checks the clock.
  const result = normaliseValue({ xml }, Number.MAX_SAFE_INTEGER);
  return result.ok ? concernsServiceAccounts(result.row, naming) : true;
}

/** Logon types of a person at a machine or with explicit credentials: their log-offs end persons' sessions. */
const OF_PERSONS: ReadonlySet<string | null> = new Set(['2', '7', '9', '10', '11', '12', '13']);

function concernsServiceAccounts(row: NormalisedRow, naming: Naming): boolean {
  const named = (value: unknown): boolean => naming.isServiceAccount(textOf(value) ?? '');
  switch (row.event_id) {
    case EVENTS.logOffByUser.id:
      return true;
    case EVENTS.logOff.id:
      return OF_PERSONS.has(row.logon_type) || named(row.target_user_name);
    case EVENTS.specialPrivileges.id:
      return named(row.subject_user_name);
    case EVENTS.explicitCredentials.id:
      return named(row.target_user_name) || named(row.subject_user_name);
    case EVENTS.accountLockedOut.id:
    case EVENTS.ticketOfAccount.id:
    case EVENTS.ticketRefused.id:
    case EVENTS.ntlmCheck.id:
      return named(row.target_user_name);
    case EVENTS.ticketOfService.id:
      return named(row.target_user_name) || named(row.service_name);
    default: {
      const id = securityEventId(row);
      return id !== null && infrastructureChanges.match(row, id, naming) !== null;
    }
  }
}
