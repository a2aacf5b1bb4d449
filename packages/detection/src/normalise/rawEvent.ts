/** Fields of EventData and UserData that Scout reads, by their Windows names. */
export const DATA_NAMES = [
  'TargetUserName',
  'TargetDomainName',
  'TargetUserSid',
  'TargetServerName',
  'TargetLogonId',
  'TargetLinkedLogonId',
  'SubjectUserName',
  'SubjectDomainName',
  'SubjectUserSid',
  'SubjectLogonId',
  'WorkstationName',
  'Workstation',
  'IpAddress',
  'LogonType',
  'AuthenticationPackageName',
  'PackageName',
  'ProcessName',
  'NewProcessName',
  'CommandLine',
  'ParentProcessName',
  'FailureReason',
  'Status',
  'SubStatus',
  'ServiceName',
  'TargetInfo',
  'TicketEncryptionType',
  'ServiceFileName',
  'ServiceAccount',
  'ImagePath',
  'AccountName',
  'TaskName',
  'TaskContent',
  'TaskContentNew',
  'MemberName',
  'MemberSid',
  'TargetSid',
  'OldTargetUserName',
  'NewTargetUserName',
  'OldUacValue',
  'NewUacValue',
  'UserPrincipalName',
  'UserWorkstations',
  'AccountExpires',
  'PrimaryGroupId',
  'AllowedToDelegateTo',
  'LogonHours',
  'ScriptPath',
  'SidHistory',
  'ObjectDN',
  'ObjectClass',
  'AttributeLDAPDisplayName',
  'AttributeValue',
  'OperationType',
  'SubcategoryGuid',
  'AuditPolicyChanges',
] as const;
export type DataName = (typeof DATA_NAMES)[number];

/**
 * A Windows event as read, before type checks: text from XML, any JSON value from JSON. Null if absent. NewProcessName and
 * ParentProcessName are those of 4688; ProcessName is the program that requested a logon.
 */
export type RawEvent = {
  provider: unknown;
  eventId: unknown;
  time: unknown;
  recordId: unknown;
  computer: unknown;
} & { [name in DataName]: unknown };

/** Written out, because a literal of constant shape is several times faster than an object built in a loop. */
export function emptyRawEvent(): RawEvent {
  return {
    provider: null,
    eventId: null,
    time: null,
    recordId: null,
    computer: null,
    TargetUserName: null,
    TargetDomainName: null,
    TargetUserSid: null,
    TargetServerName: null,
    TargetLogonId: null,
    TargetLinkedLogonId: null,
    SubjectUserName: null,
    SubjectDomainName: null,
    SubjectUserSid: null,
    SubjectLogonId: null,
    WorkstationName: null,
    Workstation: null,
    IpAddress: null,
    LogonType: null,
    AuthenticationPackageName: null,
    PackageName: null,
    ProcessName: null,
    NewProcessName: null,
    CommandLine: null,
    ParentProcessName: null,
    FailureReason: null,
    Status: null,
    SubStatus: null,
    ServiceName: null,
    TargetInfo: null,
    TicketEncryptionType: null,
    ServiceFileName: null,
    ServiceAccount: null,
    ImagePath: null,
    AccountName: null,
    TaskName: null,
    TaskContent: null,
    TaskContentNew: null,
    MemberName: null,
    MemberSid: null,
    TargetSid: null,
    OldTargetUserName: null,
    NewTargetUserName: null,
    OldUacValue: null,
    NewUacValue: null,
    UserPrincipalName: null,
    UserWorkstations: null,
    AccountExpires: null,
    PrimaryGroupId: null,
    AllowedToDelegateTo: null,
    LogonHours: null,
    ScriptPath: null,
    SidHistory: null,
    ObjectDN: null,
    ObjectClass: null,
    AttributeLDAPDisplayName: null,
    AttributeValue: null,
    OperationType: null,
    SubcategoryGuid: null,
    AuditPolicyChanges: null,
  };
}

/** True for a value that is missing, or a text without anything visible. Windows' own mark for no value, `-`, is not blank. */
export function isBlank(value: unknown): boolean {
  if (typeof value !== 'string') return value === null || value === undefined;
  // Nearly every text begins with a letter, and trim is slow.
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && value.trim() === '';
}
