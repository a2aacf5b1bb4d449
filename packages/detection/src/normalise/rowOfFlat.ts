import type { NormalisedRow } from '../event.ts';
import { eventTypeOf, idInType, isSecurityProvider } from '../eventType.ts';
import { FAILURE_FIELDS, failureReasonOf } from '../failureReason.ts';
import { keyOf } from '../names.ts';
import { SOURCE_FIELDS, sourceHostsOf } from '../sourceHosts.ts';
import { TIME_FIELDS } from '../time.ts';
import { codeField, eventIdField, logonTypeField, recordIdField, textField, timeField } from './fields.ts';
import { Rejection } from './rejection.ts';
import { cleanCommandLine, cleanName, cleanPath } from './text.ts';

/**
 * A flat row with the specification's field names (section 3), as a row. It has an event type or an event id; further fields
 * are not kept, the raw batch holds them.
 *
 * @param now epoch milliseconds, for the range of times
 * @throws Rejection
 */
export function rowOfFlat(flat: Readonly<Record<string, unknown>>, now: number): NormalisedRow {
  const text = (field: string, clean?: (text: string) => string | null) =>
    textField(flat[field], field, clean);
  const provider = text('provider');
  const { eventType, eventId } = typeOf(flat, provider);
  const hosts = textFields(flat, SOURCE_FIELDS);
  const failure = failureReasonOf(textFields(flat, FAILURE_FIELDS));
  const workstation = hosts.source_info_workstation_name ?? hosts.workstation_name ?? null;
  return {
    timestamp: timeField(
      TIME_FIELDS.map((field) => flat[field]),
      now,
    ),
    event_type: eventType,
    event_id: eventId,
    record_id: recordIdField(flat.record_id, 'record_id'),
    provider,
    target_user_name: text('target_user_name'),
    target_domain_name: text('target_domain_name'),
    subject_user_name: text('subject_user_name'),
    subject_domain_name: text('subject_domain_name'),
    system_context_computer_name: text('system_context_computer_name'),
    target_computer_name: text('target_computer_name'),
    source_info_workstation_name: workstation,
    source_host: otherSources(hosts, workstation),
    logon_type: logonTypeField(flat.logon_type, 'logon_type'),
    process_information_new_process_name: text('process_information_new_process_name', cleanPath),
    process_information_command_line: text('process_information_command_line', cleanCommandLine),
    process_information_parent_process_name: text('process_information_parent_process_name', cleanPath),
    failure_reason: failure === null ? null : cleanName(failure),
    status: codeField(flat.status, 'status'),
    sub_status: codeField(flat.sub_status, 'sub_status'),
  };
}

/** The row's own event type, a bare number from Windows written out; else the type that its event id and provider make. */
function typeOf(flat: Readonly<Record<string, unknown>>, provider: string | null) {
  const given = flat.event_type;
  const own = typeof given === 'number' ? String(given) : textField(given, 'event_type');
  const eventId = eventIdField(flat.event_id, 'event_id');
  // A row that names no provider is the product's own and speaks of Windows' security events.
  const isWindows = provider === null || isSecurityProvider(provider);
  if (own === null) {
    if (eventId === null)
      throw new Rejection('not_an_event', 'Neither an event, nor a row with event_type or event_id');
    return { eventType: isWindows ? `WINDOWS_SECURITY_${eventId}` : eventTypeOf(provider, eventId), eventId };
  }
  const id = idInType(own);
  if (id === null) return { eventType: own, eventId };
  const isBare = own === String(id);
  const eventType = isBare && !isWindows ? eventTypeOf(provider, id) : `WINDOWS_SECURITY_${id}`;
  return { eventType, eventId: eventId ?? id };
}

/** Checked and cleaned texts of some fields; codes may come as numbers. */
function textFields(
  flat: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, string | null> {
  const texts: Record<string, string | null> = {};
  for (const field of fields) {
    texts[field] =
      field === 'status' || field === 'sub_status'
        ? codeField(flat[field], field)
        : textField(flat[field], field);
  }
  return texts;
}

/** Every source but the workstation, in one text parted by commas: the rules collect all that are present. */
function otherSources(
  hosts: Readonly<Record<string, string | null>>,
  workstation: string | null,
): string | null {
  const others = sourceHostsOf(hosts).filter(
    (host) => workstation === null || keyOf(host) !== keyOf(workstation),
  );
  return others.length === 0 ? null : others.join(', ');
}
