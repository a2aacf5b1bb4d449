import { EVENTS } from '@scout/detection/catalogue/events';
import type { SecurityLogEntry } from '@scout/detection/simulation/windowsXml';
import { addressOf, DOMAIN } from './bank.ts';

/** Security log entry of a machine at a time (epoch ms). */
export type Entry = (time: number, random: () => number) => SecurityLogEntry;

export const SSMS =
  'C:\\Program Files (x86)\\Microsoft SQL Server Management Studio 20\\Common7\\IDE\\Ssms.exe';
export const SQLCMD =
  'C:\\Program Files\\Microsoft SQL Server\\Client SDK\\ODBC\\170\\Tools\\Binn\\SQLCMD.EXE';
export const DBEAVER = 'C:\\Program Files\\DBeaver\\dbeaver.exe';
export const RUNAS = 'C:\\Windows\\System32\\runas.exe';

export const BAD_PASSWORD = ['0xc000006a', '%%2313'] as const;
export const LOCKED_OUT = ['0xc0000234', '%%2307'] as const;
export const EXPIRED = ['0xc0000071', '%%2309'] as const;
export const NO_SUCH_USER = ['0xc0000064', '%%2313'] as const;

const NOBODY = 'S-1-0-0';
const SOMEBODY = 'S-1-5-21-1004336348-1177238915-682003330-1188';

const subject = (name: string): Record<string, string> => ({
  SubjectUserSid: name === '-' ? NOBODY : 'S-1-5-21-1004336348-1177238915-682003330-1107',
  SubjectUserName: name,
  SubjectDomainName: name === '-' ? '-' : DOMAIN,
  SubjectLogonId: name === '-' ? '0x0' : '0x3e7a1',
});

const hexOf = (random: () => number, least: number, range: number) =>
  `0x${(least + Math.floor(random() * range)).toString(16)}`;

/** A failed logon. `from`: the source machine, with name and address. */
export function failedLogon(
  host: string,
  account: string,
  from: string,
  [subStatus, reason]: readonly [string, string],
): Entry {
  return (time, random) => ({
    eventId: EVENTS.failedLogon.id,
    computer: host,
    time,
    data: {
      ...subject('-'),
      TargetUserSid: NOBODY,
      TargetUserName: account,
      TargetDomainName: DOMAIN,
      Status: subStatus === LOCKED_OUT[0] ? subStatus : '0xc000006d',
      FailureReason: reason,
      SubStatus: subStatus === LOCKED_OUT[0] ? '0x0' : subStatus,
      LogonType: '3',
      LogonProcessName: 'NtLmSsp ',
      AuthenticationPackageName: 'NTLM',
      WorkstationName: from,
      ProcessId: '0x0',
      ProcessName: '-',
      IpAddress: addressOf(from),
      IpPort: String(49152 + Math.floor(random() * 16000)),
    },
  });
}

/**
 * A network logon (3) uses Kerberos, which gives only the address, unless `named`; a remote desktop session (10) comes
 * `from` a machine, and the others happen at the host itself.
 */
export function logon(
  host: string,
  account: string,
  type: '2' | '3' | '4' | '5' | '10',
  from = host,
  { named = false }: { named?: boolean } = {},
): Entry {
  const isNetwork = type === '3';
  return (time, random) => ({
    eventId: EVENTS.logon.id,
    computer: host,
    time,
    data: {
      ...subject(isNetwork ? '-' : `${host}$`),
      TargetUserSid: SOMEBODY,
      TargetUserName: account,
      TargetDomainName: DOMAIN,
      TargetLogonId: hexOf(random, 0x100000, 0xf00000),
      LogonType: type,
      LogonProcessName: isNetwork ? (named ? 'NtLmSsp ' : 'Kerberos') : type === '5' ? 'Advapi  ' : 'User32 ',
      AuthenticationPackageName: isNetwork ? (named ? 'NTLM' : 'Kerberos') : 'Negotiate',
      WorkstationName: isNetwork ? (named ? from : '-') : host,
      ProcessName: isNetwork
        ? '-'
        : `C:\\Windows\\System32\\${type === '5' ? 'services.exe' : 'svchost.exe'}`,
      IpAddress: type === '5' || type === '4' ? '-' : from === host ? '127.0.0.1' : addressOf(from),
      IpPort: isNetwork ? String(49152 + Math.floor(random() * 16000)) : '0',
      ElevatedToken: '%%1843',
    },
  });
}

/** A process start of a person. */
export function processStart(
  host: string,
  person: string,
  image: string,
  commandLines: readonly string[],
): Entry {
  return (time, random) => ({
    eventId: EVENTS.processStart.id,
    computer: host,
    time,
    data: {
      ...subject(person),
      NewProcessId: hexOf(random, 4096, 60000),
      NewProcessName: image,
      TokenElevationType: '%%1938',
      ProcessId: '0x1a2c',
      CommandLine: commandLines[Math.floor(random() * commandLines.length)]!,
      TargetUserSid: NOBODY,
      TargetUserName: '-',
      TargetDomainName: '-',
      TargetLogonId: '0x0',
      ParentProcessName: 'C:\\Windows\\explorer.exe',
      MandatoryLabel: 'S-1-16-8192',
    },
  });
}

/** A person uses an account's name and password for a server. */
export function explicitCredentials(
  host: string,
  person: string,
  account: string,
  server: string,
  image: string,
): Entry {
  return (time, random) => ({
    eventId: EVENTS.explicitCredentials.id,
    computer: host,
    time,
    data: {
      ...subject(person),
      TargetUserName: account,
      TargetDomainName: DOMAIN,
      TargetServerName: server,
      TargetInfo: server,
      ProcessId: hexOf(random, 4096, 60000),
      ProcessName: image,
      IpAddress: '-',
      IpPort: '-',
    },
  });
}

/** At a domain controller: an account on a machine requests a ticket for a server. */
export function serviceTicket(controller: string, account: string, from: string, server: string): Entry {
  return (time, random) => ({
    eventId: EVENTS.ticketOfService.id,
    computer: controller,
    time,
    data: {
      TargetUserName: `${account}@${DOMAIN}.EXAMPLE`,
      TargetDomainName: `${DOMAIN}.EXAMPLE`,
      ServiceName: `${server}$`,
      ServiceSid: SOMEBODY,
      TicketOptions: '0x40810000',
      TicketEncryptionType: '0x12',
      IpAddress: `::ffff:${addressOf(from)}`,
      IpPort: String(49152 + Math.floor(random() * 16000)),
      Status: '0x0',
    },
  });
}

/** A change of an account by a person, at a domain controller. */
export function accountChange(
  eventId: number,
  controller: string,
  person: string,
  account: string,
  more: Readonly<Record<string, string>> = {},
): Entry {
  return (time) => ({
    eventId,
    computer: controller,
    time,
    data: {
      TargetUserName: account,
      TargetDomainName: DOMAIN,
      TargetSid: SOMEBODY,
      ...subject(person),
      PrivilegeList: '-',
      ...more,
    },
  });
}

/** Wrong passwords from a machine have locked an account. */
export function lockOut(controller: string, account: string, from: string): Entry {
  return (time) => ({
    eventId: EVENTS.accountLockedOut.id,
    computer: controller,
    time,
    // Windows stores the machine in the field that holds the domain in other events.
    data: {
      ...subject(`${controller}$`),
      TargetUserName: account,
      TargetDomainName: from,
      TargetSid: SOMEBODY,
    },
  });
}

/** A person installs a service that runs as an account. */
export function serviceInstalled(
  host: string,
  person: string,
  account: string,
  service: string,
  file: string,
): Entry {
  return (time) => ({
    eventId: EVENTS.serviceInstalled.id,
    computer: host,
    time,
    data: {
      ...subject(person),
      ServiceName: service,
      ServiceFileName: file,
      ServiceType: '0x10',
      ServiceStartType: '3',
      ServiceAccount: `${DOMAIN}\\${account}`,
    },
  });
}

/** A person creates a task that runs as an account. */
export function taskCreated(
  host: string,
  person: string,
  account: string,
  task: string,
  command: string,
): Entry {
  return (time) => ({
    eventId: EVENTS.taskCreated.id,
    computer: host,
    time,
    data: {
      ...subject(person),
      TaskName: task,
      TaskContent: `<Task version="1.2"><Principals><Principal id="Author"><UserId>${DOMAIN}\\${account}</UserId></Principal></Principals><Actions><Exec><Command>${command}</Command></Exec></Actions></Task>`,
    },
  });
}

/** The security log of a machine is cleared. */
export function logCleared(host: string, account: string): Entry {
  return (time) => ({ eventId: EVENTS.logCleared.id, computer: host, time, data: subject(account) });
}
