import { EVENTS, typeOfEvent } from '../catalogue/events.ts';
import { kerberosFailureOf } from '../codes/kerberos.ts';
import type { NormalisedRow } from '../event.ts';
import { eventTypeOf, idInType, isSecurityProvider } from '../eventType.ts';
import { FAILURE_FIELDS, failureReasonOf } from '../failureReason.ts';
import { keyOf } from '../names.ts';
import { SOURCE_FIELDS, sourceHostsOf } from '../sourceHosts.ts';
import { TIME_FIELDS } from '../time.ts';
import {
  codeField,
  eventIdField,
  type FieldReader,
  logonIdField,
  logonTypeField,
  recordIdField,
  textField,
  timeField,
} from './fields.ts';
import { Rejection } from './rejection.ts';
import { isRequiring, requireName } from './requiredFields.ts';
import { cleanAddress, cleanCommandLine, cleanName, cleanPath } from './text.ts';
import { adviceFor, foreignShape } from './unread.ts';

/**
 * Converts a flat row with the specification's field names (section 3) to a row. It has an event type or an event id; further
 * fields are kept only in the raw batch.
 *
 * @param now epoch milliseconds, for the range of times
 * @throws Rejection
 */
export function rowOfFlat(flat: Readonly<Record<string, unknown>>, now: number): NormalisedRow {
  const text = (field: string, clean?: (text: string) => string | null) =>
    textField(flat[field], field, clean);
  const provider = text('provider');
  const { eventType, eventId } = typeOf(flat, provider);
  const hosts = textFields(flat, SOURCE_FIELDS, addressField);
  const failure = failureOfFlat(textFields(flat, FAILURE_FIELDS, codeField), eventType);
  const workstation = hosts.source_info_workstation_name ?? hosts.workstation_name ?? null;
  const row: NormalisedRow = {
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
    logon_id: logonIdField(flat.logon_id, 'logon_id'),
    subject_logon_id: logonIdField(flat.subject_logon_id, 'subject_logon_id'),
    linked_logon_id: logonIdField(flat.linked_logon_id, 'linked_logon_id'),
    process_name: text('process_name', cleanPath),
    authentication_package: text('authentication_package'),
    service_name: text('service_name'),
    ticket_encryption: codeField(flat.ticket_encryption, 'ticket_encryption'),
    ticket_details: text('ticket_details'),
    object_name: text('object_name'),
    object_id: text('object_id'),
    change: text('change'),
  };
  requireName(eventType, eventId, flat.target_user_name);
  if (isRequiring(eventType) && NAMING.every((field) => row[field] === null)) {
    throw new Rejection(
      'missing_fields',
      `Event ${eventId} names no account, computer or process. Send target_user_name, subject_user_name and system_context_computer_name`,
    );
  }
  return row;
}

/** A Windows security event needs at least one of them to be useful. */
const NAMING = [
  'target_user_name',
  'subject_user_name',
  'system_context_computer_name',
  'target_computer_name',
  'source_info_workstation_name',
  'source_host',
  'process_information_new_process_name',
  'process_information_command_line',
] as const satisfies readonly (keyof NormalisedRow)[];

/** The row's own event type, with a bare Windows number spelled out; otherwise the type of its event id and provider. */
function typeOf(flat: Readonly<Record<string, unknown>>, provider: string | null) {
  const given = flat.event_type;
  const own = typeof given === 'number' ? String(given) : textField(given, 'event_type');
  const eventId = eventIdField(flat.event_id, 'event_id');
  if (own === null) {
    if (eventId === null) throw new Rejection('not_an_event', foreignShape(flat));
    if (provider === null) {
      throw new Rejection(
        'missing_fields',
        `event_id ${eventId} comes without event_type and provider: other programs use such numbers too`,
      );
    }
    return { eventType: eventTypeOf(provider, eventId), eventId };
  }
  // A bare number is a Windows type unless the row names another provider (specification section 3).
  const isWindows = provider === null || isSecurityProvider(provider);
  const id = idInType(own);
  if (id === null) {
    if (LEVEL.test(own)) refuseLevel(flat);
    return { eventType: own, eventId };
  }
  const isBare = own === String(id);
  const eventType = isBare && !isWindows ? eventTypeOf(provider, id) : `WINDOWS_SECURITY_${id}`;
  return { eventType, eventId: eventId ?? id };
}

/** Windows' levels and results, which some shippers write into event_type. */
const LEVEL =
  /^(?:audit[ _-]?(?:success|failure)|(?:success|failure)[ _-]?audit|information|informational|warning|error|critical|verbose)$/i;

function refuseLevel(flat: Readonly<Record<string, unknown>>): never {
  throw new Rejection(
    'missing_fields',
    adviceFor(flat) ??
      'event_type holds the level or result of an event, not its type. Write WINDOWS_SECURITY_ and the event id there, or send the event as XML',
  );
}

/** Kerberos events have Kerberos codes, others Windows codes. */
function failureOfFlat(texts: Readonly<Record<string, string | null>>, eventType: string): string | null {
  const { status } = texts;
  if (status == null || !KERBEROS_TYPES.has(eventType)) return failureReasonOf(texts);
  return failureReasonOf({ ...texts, status: null }) ?? kerberosFailureOf(status);
}

const KERBEROS_TYPES = new Set(
  [EVENTS.ticketOfAccount, EVENTS.ticketOfService, EVENTS.ticketRefused].map(typeOfEvent),
);

/** Checked and cleaned texts of some fields. */
function textFields(
  flat: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  read: FieldReader<string | null>,
): Record<string, string | null> {
  const texts: Record<string, string | null> = {};
  for (const field of fields) texts[field] = read(flat[field], field);
  return texts;
}

const addressField: FieldReader<string | null> = (value, field) => textField(value, field, cleanAddress);

/** All sources except the workstation as comma-separated text: the rules use every one present. */
function otherSources(
  hosts: Readonly<Record<string, string | null>>,
  workstation: string | null,
): string | null {
  const all = sourceHostsOf(hosts);
  const own = workstation === null ? null : keyOf(workstation);
  const others = own === null ? all : all.filter((host) => keyOf(host) !== own);
  return others.length === 0 ? null : others.join(', ');
}
