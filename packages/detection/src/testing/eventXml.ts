import { toWindowsXml } from '../simulation/windowsXml.ts';

/** An event to print, with plausible default values. */
export type EventFields = {
  id: number;
  time: string;
  computer: string;
  provider?: string;
  version?: number;
  recordId?: string;
  /** EventData in order. */
  data: readonly (readonly [name: string, value: string])[];
};

/** XML of one event, as printed by `wevtutil qe /f:xml`. */
export const eventXml = ({ id, ...rest }: EventFields): string => toWindowsXml({ ...rest, eventId: id });

/** EventData of a 4624 (version 2), in Windows' order; `values` replace the defaults. */
export function logonData(values: Readonly<Record<string, string>> = {}): [string, string][] {
  return withValues(values, [
    ['SubjectUserSid', 'S-1-5-18'],
    ['SubjectUserName', 'WS-1042$'],
    ['SubjectDomainName', 'NORTHWIND'],
    ['SubjectLogonId', '0x3e7'],
    ['TargetUserSid', 'S-1-5-21-1004336348-1177238915-682003330-1123'],
    ['TargetUserName', 'svc.billing'],
    ['TargetDomainName', 'NORTHWIND'],
    ['TargetLogonId', '0x1a2b3c4d5'],
    ['LogonType', '2'],
    ['LogonProcessName', 'User32 '],
    ['AuthenticationPackageName', 'Negotiate'],
    ['WorkstationName', 'WS-1042'],
    ['LogonGuid', '{00000000-0000-0000-0000-000000000000}'],
    ['TransmittedServices', '-'],
    ['LmPackageName', '-'],
    ['KeyLength', '0'],
    ['ProcessId', '0x2c4'],
    ['ProcessName', 'C:\\Windows\\System32\\svchost.exe'],
    ['IpAddress', '127.0.0.1'],
    ['IpPort', '0'],
    ['ImpersonationLevel', '%%1833'],
    ['RestrictedAdminMode', '-'],
    ['TargetOutboundUserName', '-'],
    ['TargetOutboundDomainName', '-'],
    ['VirtualAccount', '%%1843'],
    ['TargetLinkedLogonId', '0x0'],
    ['ElevatedToken', '%%1842'],
  ]);
}

/** EventData of a 4625, in Windows' order; `values` replace the defaults. */
export function failedLogonData(values: Readonly<Record<string, string>> = {}): [string, string][] {
  return withValues(values, [
    ['SubjectUserSid', 'S-1-0-0'],
    ['SubjectUserName', '-'],
    ['SubjectDomainName', '-'],
    ['SubjectLogonId', '0x0'],
    ['TargetUserSid', 'S-1-0-0'],
    ['TargetUserName', 'svc.billing'],
    ['TargetDomainName', 'NORTHWIND'],
    ['Status', '0xc000006d'],
    ['FailureReason', '%%2313'],
    ['SubStatus', '0xc000006a'],
    ['LogonType', '3'],
    ['LogonProcessName', 'NtLmSsp '],
    ['AuthenticationPackageName', 'NTLM'],
    ['WorkstationName', 'FIN-LAPTOP3'],
    ['TransmittedServices', '-'],
    ['LmPackageName', '-'],
    ['KeyLength', '0'],
    ['ProcessId', '0x0'],
    ['ProcessName', '-'],
    ['IpAddress', '192.0.2.17'],
    ['IpPort', '57116'],
  ]);
}

/** EventData of a 4688 (version 2), in Windows' order; `values` replace the defaults. */
export function processData(values: Readonly<Record<string, string>> = {}): [string, string][] {
  return withValues(values, [
    ['SubjectUserSid', 'S-1-5-21-1004336348-1177238915-682003330-1108'],
    ['SubjectUserName', 'j.weber'],
    ['SubjectDomainName', 'NORTHWIND'],
    ['SubjectLogonId', '0x9a3f1'],
    ['NewProcessId', '0x1f44'],
    [
      'NewProcessName',
      'C:\\Program Files\\Microsoft SQL Server\\Client SDK\\ODBC\\170\\Tools\\Binn\\SQLCMD.EXE',
    ],
    ['TokenElevationType', '%%1936'],
    ['ProcessId', '0x1b08'],
    ['CommandLine', 'sqlcmd -S tcp:PRD-SQL01\\BILLING,1433 -U svc.billing -Q "select 1"'],
    ['TargetUserSid', 'S-1-0-0'],
    ['TargetUserName', '-'],
    ['TargetDomainName', '-'],
    ['TargetLogonId', '0x0'],
    ['ParentProcessName', 'C:\\Windows\\System32\\cmd.exe'],
    ['MandatoryLabel', 'S-1-16-8192'],
  ]);
}

function withValues(
  values: Readonly<Record<string, string>>,
  data: readonly [string, string][],
): [string, string][] {
  return data.map(([name, value]) => [name, values[name] ?? value]);
}
