import { EVENTS } from './catalogue/events.ts';
import type { Row } from './event.ts';
import { securityEventId } from './eventType.ts';
import { stripAccount, stripHost, textOf } from './names.ts';

/** Batch and service. */
const UNATTENDED: ReadonlySet<unknown> = new Set(['4', '5', 4, 5]);

/**
 * The group managed service account of a row, without its domain: a service or batch logon as `NAME$` at a machine other than
 * NAME. A computer account never does this: its own services log on as SYSTEM and similar, and at other machines it uses network
 * logons. Null for every other row.
 */
export function managedAccountOf(row: Row): string | null {
  if (securityEventId(row) !== EVENTS.logon.id || !UNATTENDED.has(row.logon_type)) return null;
  const account = stripAccount(textOf(row.target_user_name) ?? '');
  const computer = textOf(row.system_context_computer_name);
  if (!account.endsWith('$') || computer === null) return null;
  return account.toLowerCase() === `${stripHost(computer).toLowerCase()}$` ? null : account;
}
