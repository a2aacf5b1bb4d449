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

/**
 * XML of one event, byte for byte as printed by `wevtutil qe /f:xml`: one line, single quotes, escaped text. For tests,
 * benchmarks and simulators.
 */
export function eventXml({ id, time, computer, data, ...rest }: EventFields): string {
  const provider = rest.provider ?? 'Microsoft-Windows-Security-Auditing';
  const keywords = id === 4625 ? '0x8010000000000000' : '0x8020000000000000';
  const task = id === 4688 ? 13312 : 12544;
  const elements = data.map(([name, value]) => `<Data Name='${name}'>${escapeXml(value)}</Data>`).join('');
  return (
    `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System>` +
    `<Provider Name='${provider}' Guid='{54849625-5478-4994-A5BA-3E3B0328C30D}'/><EventID>${id}</EventID>` +
    `<Version>${rest.version ?? 2}</Version><Level>0</Level><Task>${task}</Task><Opcode>0</Opcode>` +
    `<Keywords>${keywords}</Keywords><TimeCreated SystemTime='${time}'/>` +
    `<EventRecordID>${rest.recordId ?? '1'}</EventRecordID><Correlation/>` +
    `<Execution ProcessID='4' ThreadID='120'/><Channel>Security</Channel>` +
    `<Computer>${escapeXml(computer)}</Computer><Security/></System><EventData>${elements}</EventData></Event>`
  );
}

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

/** Escaped XML text; characters that XML does not allow become numeric references. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\0', '&#0;');
}
