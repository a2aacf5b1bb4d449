import {
  EVENTS,
  SECURITY_PROVIDER,
  typeOfEvent,
  WINDOWS_EVENTS,
  type WindowsEvent,
} from '../catalogue/events.ts';
import type { LoggedEvent } from './fields.ts';

/** Windows' fields that flat lines have, by their names there. */
const NAMES: Readonly<Record<string, string>> = {
  SubjectUserName: 'subject_user_name',
  SubjectDomainName: 'subject_domain_name',
  SubjectLogonId: 'subject_logon_id',
  TargetUserName: 'target_user_name',
  TargetDomainName: 'target_domain_name',
  TargetServerName: 'target_computer_name',
  TargetLogonId: 'logon_id',
  LogonType: 'logon_type',
  IpAddress: 'source_host',
  WorkstationName: 'source_info_workstation_name',
  Workstation: 'source_info_workstation_name',
  AuthenticationPackageName: 'authentication_package',
  PackageName: 'authentication_package',
  ProcessName: 'process_name',
  Status: 'status',
  SubStatus: 'sub_status',
  NewProcessName: 'process_information_new_process_name',
  ParentProcessName: 'process_information_parent_process_name',
  CommandLine: 'process_information_command_line',
  ServiceName: 'service_name',
  ServiceFileName: 'process_information_new_process_name',
  TicketEncryptionType: 'ticket_encryption',
  TaskName: 'object_name',
};
const OF_LOCKED_OUT: Readonly<Record<string, string>> = {
  ...NAMES,
  TargetDomainName: 'source_info_workstation_name',
};
/** A process start's logon of the started program is empty, and its own session the subject's. */
const OF_PROCESS: Readonly<Record<string, string>> = { ...NAMES, TargetLogonId: '' };

const EVENT_OF = new Map(WINDOWS_EVENTS.map((event) => [event.id, event]));

/** The event as a flat line has it, by the specification's field names; empty fields are left out. */
export function flatFields({ eventId, data, runsAs }: LoggedEvent): Record<string, string> {
  const event: Pick<WindowsEvent, 'id' | 'provider'> = EVENT_OF.get(eventId) ?? { id: eventId };
  const flat: Record<string, string> = {
    event_type: typeOfEvent(event),
    provider: event.provider ?? SECURITY_PROVIDER,
  };
  const names =
    eventId === EVENTS.accountLockedOut.id
      ? OF_LOCKED_OUT
      : eventId === EVENTS.processStart.id
        ? OF_PROCESS
        : NAMES;
  for (const [name, value] of Object.entries(data)) {
    const column = names[name];
    if (column && value !== '') flat[column] = value;
  }
  if (runsAs) Object.assign(flat, { target_user_name: runsAs.name, target_domain_name: runsAs.domain });
  return flat;
}
