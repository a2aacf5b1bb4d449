/** Fields of EventData that Scout keeps, by Windows' own names. */
export const DATA_NAMES = [
  'TargetUserName',
  'TargetDomainName',
  'TargetServerName',
  'SubjectUserName',
  'SubjectDomainName',
  'WorkstationName',
  'IpAddress',
  'LogonType',
  'NewProcessName',
  'CommandLine',
  'ParentProcessName',
  'FailureReason',
  'Status',
  'SubStatus',
] as const;
export type DataName = (typeof DATA_NAMES)[number];

/**
 * A Windows event as a reader found it, before types are checked: text from XML, any JSON value from JSON. Absent is null.
 * The names of processes are 4688's: another event's ProcessName and ProcessId mean other processes.
 */
export type RawEvent = {
  provider: unknown;
  eventId: unknown;
  time: unknown;
  recordId: unknown;
  computer: unknown;
} & { [name in DataName]: unknown };

export function emptyRawEvent(): RawEvent {
  return {
    provider: null,
    eventId: null,
    time: null,
    recordId: null,
    computer: null,
    TargetUserName: null,
    TargetDomainName: null,
    TargetServerName: null,
    SubjectUserName: null,
    SubjectDomainName: null,
    WorkstationName: null,
    IpAddress: null,
    LogonType: null,
    NewProcessName: null,
    CommandLine: null,
    ParentProcessName: null,
    FailureReason: null,
    Status: null,
    SubStatus: null,
  };
}
