import { failureOf } from '../codes/failure.ts';
import type { NormalisedRow } from '../event.ts';
import { eventTypeOf } from '../eventType.ts';
import { adapt, adaptRepeat } from './adaptations.ts';
import {
  codeField,
  eventIdField,
  logonIdField,
  logonTypeField,
  recordIdField,
  textField,
  timeField,
} from './fields.ts';
import type { RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';
import { requireFields } from './requiredFields.ts';
import { nameSystemAccounts } from './systemAccounts.ts';
import { cleanAddress, cleanCommandLine, cleanPath } from './text.ts';
import type { Varying } from './varying.ts';

/**
 * Converts a Windows event, read from XML or JSON, to a row.
 *
 * @param now epoch milliseconds, for the range of times
 * @throws Rejection
 */
export function rowOfEvent(event: RawEvent, now: number): NormalisedRow {
  const eventId = eventIdField(event.eventId, 'EventID');
  if (eventId === null) throw new Rejection('not_an_event', 'The event has no EventID');
  const provider = textField(event.provider, 'Provider');
  const status = codeField(event.Status, 'Status');
  const subStatus = codeField(event.SubStatus, 'SubStatus');
  const row: NormalisedRow = {
    timestamp: timeField([event.time], now),
    event_type: eventTypeOf(provider, eventId),
    event_id: eventId,
    record_id: recordIdField(event.recordId, 'EventRecordID'),
    provider,
    target_user_name: textField(event.TargetUserName, 'TargetUserName'),
    target_domain_name: textField(event.TargetDomainName, 'TargetDomainName'),
    subject_user_name: textField(event.SubjectUserName, 'SubjectUserName'),
    subject_domain_name: textField(event.SubjectDomainName, 'SubjectDomainName'),
    system_context_computer_name: textField(event.computer, 'Computer'),
    target_computer_name: textField(event.TargetServerName, 'TargetServerName'),
    source_info_workstation_name: textField(
      event.WorkstationName ?? event.Workstation,
      'WorkstationName',
      cleanAddress,
    ),
    source_host: textField(event.IpAddress, 'IpAddress', cleanAddress),
    logon_type: logonTypeField(event.LogonType, 'LogonType'),
    process_information_new_process_name: textField(event.NewProcessName, 'NewProcessName', cleanPath),
    process_information_command_line: textField(event.CommandLine, 'CommandLine', cleanCommandLine),
    process_information_parent_process_name: textField(
      event.ParentProcessName,
      'ParentProcessName',
      cleanPath,
    ),
    failure_reason: failureOf(status, subStatus, codeField(event.FailureReason, 'FailureReason')),
    status,
    sub_status: subStatus,
    logon_id: logonIdField(event.TargetLogonId, 'TargetLogonId'),
    subject_logon_id: logonIdField(event.SubjectLogonId, 'SubjectLogonId'),
    linked_logon_id: logonIdField(event.TargetLinkedLogonId, 'TargetLinkedLogonId'),
    process_name: textField(event.ProcessName, 'ProcessName', cleanPath),
    authentication_package: textField(
      event.AuthenticationPackageName ?? event.PackageName,
      'AuthenticationPackageName',
    ),
    service_name: textField(event.ServiceName ?? event.TargetInfo, 'ServiceName'),
    ticket_encryption: codeField(event.TicketEncryptionType, 'TicketEncryptionType'),
    ticket_details: null,
    object_name: null,
    object_id: null,
    change: null,
  };
  requireFields(provider, eventId, event);
  nameSystemAccounts(row, event);
  adapt(row, event);
  return row;
}

/**
 * The row of an event that differs from that of another row only in varying fields, which are texts.
 *
 * @throws Rejection of the time
 */
export function rowOfRepeat(like: NormalisedRow, event: Varying, now: number): NormalisedRow {
  const row = { ...like };
  row.timestamp = timeField([event.time], now);
  row.record_id = recordIdField(event.recordId, 'EventRecordID');
  row.logon_id = logonIdField(event.TargetLogonId, 'TargetLogonId');
  row.subject_logon_id = logonIdField(event.SubjectLogonId, 'SubjectLogonId');
  row.linked_logon_id = logonIdField(event.TargetLinkedLogonId, 'TargetLinkedLogonId');
  adaptRepeat(row);
  return row;
}
