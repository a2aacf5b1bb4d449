import { EVENTS } from '../catalogue/events.ts';
import {
  type Actor,
  at,
  type Client,
  type LoggedEvent,
  NO_GUID,
  type Principal,
  SID,
  subject,
  target,
} from './fields.ts';

/** Logon types of sessions at the machine itself, and of those from another one that look like it (10). */
export type LocalLogonType = '2' | '4' | '5' | '7' | '9' | '10' | '11';

/** Reasons of a refused logon, by what Windows writes as the most specific code. */
export type RefusalCode = keyof typeof REFUSALS;

/** Status, sub-status and reason of a 4625. A locked account has no sub-status. */
const REFUSALS = {
  /** No domain controller answers. */
  '0xc000005e': ['0xc000005e', '0x0', '%%2304'],
  /** No such user. */
  '0xc0000064': ['0xc000006d', '0xc0000064', '%%2313'],
  /** Wrong password. */
  '0xc000006a': ['0xc000006d', '0xc000006a', '%%2313'],
  /** Outside the permitted hours. */
  '0xc000006f': ['0xc000006e', '0xc000006f', '%%2311'],
  /** The password has expired. */
  '0xc0000071': ['0xc000006e', '0xc0000071', '%%2309'],
  /** The account is disabled. */
  '0xc0000072': ['0xc000006e', '0xc0000072', '%%2310'],
  /** Clocks too far apart. */
  '0xc0000133': ['0xc0000133', '0x0', '%%2304'],
  /** This type of logon is not granted to the account. */
  '0xc000015b': ['0xc000015b', '0x0', '%%2308'],
  /** The account is locked. */
  '0xc0000234': ['0xc0000234', '0x0', '%%2307'],
} as const;

const SYSTEM32 = 'C:\\Windows\\System32';
/** Program that opens a session of a type. */
const OPENED_BY: Readonly<Record<LocalLogonType, string>> = {
  2: `${SYSTEM32}\\svchost.exe`,
  4: `${SYSTEM32}\\svchost.exe`,
  5: `${SYSTEM32}\\services.exe`,
  7: `${SYSTEM32}\\lsass.exe`,
  9: `${SYSTEM32}\\svchost.exe`,
  10: `${SYSTEM32}\\winlogon.exe`,
  11: `${SYSTEM32}\\svchost.exe`,
};

const nobody = {
  SubjectUserSid: SID.nobody,
  SubjectUserName: '-',
  SubjectDomainName: '-',
  SubjectLogonId: '0x0',
};

/** The last fields of a 4624. */
const LOGON_ENDS = {
  ImpersonationLevel: '%%1833',
  RestrictedAdminMode: '-',
  TargetOutboundUserName: '-',
  TargetOutboundDomainName: '-',
  VirtualAccount: '%%1843',
  TargetLinkedLogonId: '0x0',
  ElevatedToken: '%%1842',
};

/** 4624, type 3, in the log of the opened machine. NTLM names the client, Kerberos does not. */
export const networkLogon = ({
  account,
  client,
  session,
  isNtlm = false,
}: {
  account: Principal;
  client: Client;
  session: string;
  isNtlm?: boolean;
}): LoggedEvent => ({
  eventId: EVENTS.logon.id,
  data: {
    ...nobody,
    ...target(account),
    TargetLogonId: session,
    LogonType: '3',
    LogonProcessName: isNtlm ? 'NtLmSsp ' : 'Kerberos',
    AuthenticationPackageName: isNtlm ? 'NTLM' : 'Kerberos',
    WorkstationName: isNtlm ? client.machine : '-',
    LogonGuid: NO_GUID,
    TransmittedServices: '-',
    LmPackageName: isNtlm ? 'NTLM V2' : '-',
    KeyLength: isNtlm ? '128' : '0',
    ProcessId: '0x0',
    ProcessName: '-',
    ...at(client),
    ...LOGON_ENDS,
  },
});

/** 4624 of a session at the machine itself; `from` is the address of a remote desktop's client. */
export const localLogon = ({
  account,
  machine,
  type,
  session,
  from = '127.0.0.1',
}: {
  account: Principal;
  machine: Principal;
  type: LocalLogonType;
  session: string;
  from?: string;
}): LoggedEvent => ({
  eventId: EVENTS.logon.id,
  data: {
    ...subject(machine),
    ...target(account),
    TargetLogonId: session,
    LogonType: type,
    LogonProcessName: type === '4' || type === '5' ? 'Advapi  ' : 'User32 ',
    AuthenticationPackageName: 'Negotiate',
    WorkstationName: type === '5' ? '-' : machine.name.replace(/\$$/, ''),
    LogonGuid: NO_GUID,
    TransmittedServices: '-',
    LmPackageName: '-',
    KeyLength: '0',
    ProcessId: '0x2c4',
    ProcessName: OPENED_BY[type],
    IpAddress: type === '4' || type === '5' ? '-' : from,
    IpPort: '0',
    ...LOGON_ENDS,
  },
});

/** 4625 in the log of the machine that refuses: over the network, or of a session at the `machine` itself. */
export const failedLogon = ({
  account,
  client,
  code,
  isNtlm = true,
  local,
}: {
  account: Principal;
  client: Client;
  code: RefusalCode;
  isNtlm?: boolean;
  local?: { machine: Principal; type: LocalLogonType };
}): LoggedEvent => {
  const [Status, SubStatus, FailureReason] = REFUSALS[code];
  const ofPackage = local
    ? { LogonProcessName: 'Advapi  ', AuthenticationPackageName: 'Negotiate' }
    : isNtlm
      ? { LogonProcessName: 'NtLmSsp ', AuthenticationPackageName: 'NTLM' }
      : { LogonProcessName: 'Kerberos', AuthenticationPackageName: 'Kerberos' };
  return {
    eventId: EVENTS.failedLogon.id,
    data: {
      ...(local ? subject(local.machine) : nobody),
      TargetUserSid: SID.nobody,
      TargetUserName: account.name,
      TargetDomainName: account.domain,
      Status,
      FailureReason,
      SubStatus,
      LogonType: local?.type ?? '3',
      ...ofPackage,
      WorkstationName: local || isNtlm ? client.machine : '-',
      TransmittedServices: '-',
      LmPackageName: '-',
      KeyLength: '0',
      ProcessId: '0x0',
      ProcessName: local ? OPENED_BY[local.type] : '-',
      ...at(client),
    },
  };
};

/** 4634 of a network logon. */
export const logOff = ({ account, session }: { account: Principal; session: string }): LoggedEvent => ({
  eventId: EVENTS.logOff.id,
  data: { ...target(account), TargetLogonId: session, LogonType: '3' },
});

/** 4647: a person logs off. */
export const logOffByUser = ({ account, session }: { account: Principal; session: string }): LoggedEvent => ({
  eventId: EVENTS.logOffByUser.id,
  data: { ...target(account), TargetLogonId: session },
});

/** 4672: a session with special privileges. */
export const specialPrivileges = ({ account }: { account: Actor }): LoggedEvent => ({
  eventId: EVENTS.specialPrivileges.id,
  data: { ...subject(account), PrivilegeList: 'SeSecurityPrivilege' },
});

/** 4688. Without a command line the machine does not record them. */
export const processStart = ({
  by,
  program,
  parent,
  commandLine = '',
  processId = '0x1f44',
}: {
  by: Actor;
  program: string;
  parent: string;
  commandLine?: string | undefined;
  processId?: string;
}): LoggedEvent => ({
  eventId: EVENTS.processStart.id,
  data: {
    ...subject(by),
    NewProcessId: processId,
    NewProcessName: program,
    TokenElevationType: '%%1938',
    ProcessId: '0x1a2c',
    CommandLine: commandLine,
    TargetUserSid: SID.nobody,
    TargetUserName: '-',
    TargetDomainName: '-',
    TargetLogonId: '0x0',
    ParentProcessName: parent,
    MandatoryLabel: 'S-1-16-8192',
  },
});

/** 4648: an account's name and password are used for a server. */
export const explicitCredentials = ({
  by,
  account,
  server,
  program,
  processId = '0x1f44',
}: {
  by: Actor;
  account: Principal;
  server: string;
  program: string;
  processId?: string;
}): LoggedEvent => ({
  eventId: EVENTS.explicitCredentials.id,
  data: {
    ...subject(by),
    LogonGuid: NO_GUID,
    TargetUserName: account.name,
    TargetDomainName: account.domain,
    TargetLogonGuid: NO_GUID,
    TargetServerName: server,
    TargetInfo: server,
    ProcessId: processId,
    ProcessName: program,
    IpAddress: '-',
    IpPort: '-',
  },
});

/** 4697: a service that runs as the account. */
export const serviceInstalled = ({
  by,
  account,
  service,
  file,
}: {
  by: Actor;
  account: Principal;
  service: string;
  file: string;
}): LoggedEvent => ({
  eventId: EVENTS.serviceInstalled.id,
  data: {
    ...subject(by),
    ServiceName: service,
    ServiceFileName: file,
    ServiceType: '0x10',
    ServiceStartType: '3',
    ServiceAccount: `${account.domain}\\${account.name}`,
  },
  runsAs: account,
});

/** 4698 or 4702: a scheduled task that runs as the account is created or changed. */
export const task = (
  eventId: typeof EVENTS.taskCreated.id | typeof EVENTS.taskUpdated.id,
  { by, account, name, command }: { by: Actor; account: Principal; name: string; command: string },
): LoggedEvent => ({
  eventId,
  data: {
    ...subject(by),
    TaskName: name,
    [eventId === EVENTS.taskCreated.id ? 'TaskContent' : 'TaskContentNew']:
      `<Task version="1.2"><Principals><Principal id="Author"><UserId>${account.domain}\\${account.name}</UserId></Principal></Principals><Actions><Exec><Command>${command}</Command></Exec></Actions></Task>`,
  },
  runsAs: account,
});

/** 1102: the Security log is cleared. */
export const logCleared = ({ by }: { by: Actor }): LoggedEvent => ({
  eventId: EVENTS.logCleared.id,
  data: subject(by),
});
