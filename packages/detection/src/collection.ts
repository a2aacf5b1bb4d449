import type { NormalisedRow } from './event.ts';
import { securityEventId } from './eventType.ts';
import { textOf } from './names.ts';
import type { Naming } from './naming.ts';
import { normaliseValue } from './normalise/normalise.ts';
import { infrastructureChanges } from './rules/infrastructure-changes/rule.ts';

/** Logon, failed logon, process start and cleared log: collected for all accounts, because the rules and persons' sessions need them. */
export const WHOLE_IDS = [1102, 4624, 4625, 4688] as const;

/**
 * Windows Security events sent only if they concern service accounts: log-offs, use of credentials, privileges, tickets, lockouts
 * and changes. A domain controller writes thousands of them per second.
 */
export const FILTERED_IDS = [
  4634, 4647, 4648, 4672, 4697, 4698, 4702, 4719, 4720, 4722, 4723, 4724, 4725, 4726, 4728, 4732, 4738, 4740,
  4756, 4768, 4769, 4771, 4776, 4781, 5136, 5137,
] as const;

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
    case 4634:
    case 4647:
      // 4647 is written only for persons, without a logon type.
      return row.event_id === 4647 || OF_PERSONS.has(row.logon_type) || named(row.target_user_name);
    case 4672:
      return named(row.subject_user_name);
    case 4648:
      return named(row.target_user_name) || named(row.subject_user_name);
    case 4740:
    case 4768:
    case 4771:
    case 4776:
      return named(row.target_user_name);
    case 4769:
      return named(row.target_user_name) || named(row.service_name);
    default: {
      const id = securityEventId(row);
      return id !== null && infrastructureChanges.match(row, id, naming) !== null;
    }
  }
}
