import { pick, type Random } from './random.ts';
import type { SecurityLogEntry } from './windowsEvent.ts';

/**
 * What happens at Northwind Bank on a normal month, and what should not. Each habit is one kind of event on one machine:
 * how often a day, in which local hours, and what the machine writes to its security log.
 */
export interface Habit {
  readonly name: string;
  readonly host: SampleHost;
  readonly perDay: number;
  /** Local hours in which it happens; outside them it never does. */
  readonly hours: readonly number[];
  /** Days before today on which it happens; every day when absent. */
  readonly onDays?: (daysAgo: number) => boolean;
  readonly entry: (time: number, random: Random) => SecurityLogEntry;
}

export const SAMPLE_HOSTS = [
  'PRD-SQL01',
  'PROD-LEDGER-02',
  'FIN-LAPTOP3',
  'WS-1042',
  'OPS-DESKTOP7',
] as const;
export type SampleHost = (typeof SAMPLE_HOSTS)[number];

const DOMAIN = 'NORTHWIND';
const OFFICE = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
const NIGHT = [0, 1, 2, 3, 4, 5];
const ALWAYS = Array.from({ length: 24 }, (_, hour) => hour);
const SSMS = 'C:\\Program Files (x86)\\Microsoft SQL Server Management Studio 20\\Common7\\IDE\\Ssms.exe';
const SQLCMD = 'C:\\Program Files\\Microsoft SQL Server\\Client SDK\\ODBC\\170\\Tools\\Binn\\SQLCMD.EXE';
const DBEAVER = 'C:\\Program Files\\DBeaver\\dbeaver.exe';

const subject = (name: string): Record<string, string> => ({
  SubjectUserSid: 'S-1-5-21-1004336348-1177238915-682003330-1107',
  SubjectUserName: name,
  SubjectDomainName: DOMAIN,
  SubjectLogonId: '0x3e7a1',
});

/** Where each machine of the story sits. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'APP-REPORT01': '192.0.2.21',
  'APP-ETL02': '192.0.2.22',
  'APP-BATCH07': '192.0.2.27',
  'FIN-LAPTOP3': '192.0.2.113',
};

function failedLogon(
  host: SampleHost,
  account: string,
  from: string,
  subStatus: string,
  reason: string,
): Habit['entry'] {
  return (time, random) => ({
    eventId: 4625,
    computer: host,
    time,
    data: {
      ...subject('-'),
      TargetUserSid: 'S-1-0-0',
      TargetUserName: account,
      TargetDomainName: DOMAIN,
      Status: subStatus === '0xc0000234' ? subStatus : '0xc000006d',
      FailureReason: reason,
      SubStatus: subStatus === '0xc0000234' ? '0x0' : subStatus,
      LogonType: '3',
      LogonProcessName: 'NtLmSsp ',
      AuthenticationPackageName: 'NTLM',
      WorkstationName: from,
      ProcessId: '0x0',
      ProcessName: '-',
      IpAddress: ADDRESSES[from] ?? '-',
      IpPort: String(49152 + Math.floor(random() * 16000)),
    },
  });
}

function logon(host: SampleHost, account: string, type: '2' | '3' | '5' | '10'): Habit['entry'] {
  return (time) => ({
    eventId: 4624,
    computer: host,
    time,
    data: {
      ...subject(`${host}$`),
      TargetUserSid: 'S-1-5-21-1004336348-1177238915-682003330-1188',
      TargetUserName: account,
      TargetDomainName: DOMAIN,
      TargetLogonId: '0x5f21c8',
      LogonType: type,
      LogonProcessName: type === '3' ? 'Kerberos' : 'User32 ',
      AuthenticationPackageName: type === '3' ? 'Kerberos' : 'Negotiate',
      WorkstationName: type === '3' ? '-' : host,
      ProcessName: type === '2' ? 'C:\\Windows\\System32\\svchost.exe' : '-',
      IpAddress: type === '3' ? '192.0.2.21' : '127.0.0.1',
      IpPort: '0',
      ElevatedToken: '%%1843',
    },
  });
}

function processStart(
  host: SampleHost,
  person: string,
  image: string,
  commandLines: readonly string[],
): Habit['entry'] {
  return (time, random) => ({
    eventId: 4688,
    computer: host,
    time,
    data: {
      ...subject(person),
      NewProcessId: `0x${(4096 + Math.floor(random() * 60000)).toString(16)}`,
      NewProcessName: image,
      TokenElevationType: '%%1938',
      ProcessId: '0x1a2c',
      CommandLine: pick(commandLines, random),
      TargetUserSid: 'S-1-0-0',
      TargetUserName: '-',
      TargetDomainName: '-',
      TargetLogonId: '0x0',
      ParentProcessName: 'C:\\Windows\\explorer.exe',
      MandatoryLabel: 'S-1-16-8192',
    },
  });
}

const BAD_PASSWORD = ['0xc000006a', '%%2313'] as const;
const LOCKED_OUT = ['0xc0000234', '%%2307'] as const;
const EXPIRED = ['0xc0000071', '%%2309'] as const;
const NO_SUCH_USER = ['0xc0000064', '%%2313'] as const;

export const HABITS: readonly Habit[] = [
  {
    name: 'nightly report job with an old password',
    host: 'PRD-SQL01',
    perDay: 62,
    hours: NIGHT,
    entry: failedLogon('PRD-SQL01', 'svc.reporting', 'APP-REPORT01', ...BAD_PASSWORD),
  },
  {
    name: 'load job whose password expired',
    host: 'PROD-LEDGER-02',
    perDay: 34,
    hours: ALWAYS,
    onDays: (daysAgo) => daysAgo <= 20,
    entry: failedLogon('PROD-LEDGER-02', 'service.etl', 'APP-ETL02', ...EXPIRED),
  },
  {
    name: 'password guessing, one night',
    host: 'PRD-SQL01',
    perDay: 380,
    hours: [1, 2, 3],
    onDays: (daysAgo) => daysAgo === 9,
    entry: failedLogon('PRD-SQL01', 'svc.billing', 'FIN-LAPTOP3', ...BAD_PASSWORD),
  },
  {
    name: 'locked out after the guessing',
    host: 'PROD-LEDGER-02',
    perDay: 24,
    hours: [3, 4, 5, 6],
    onDays: (daysAgo) => daysAgo === 9,
    entry: failedLogon('PROD-LEDGER-02', 'svc.billing', 'FIN-LAPTOP3', ...LOCKED_OUT),
  },
  {
    name: 'retired account still configured somewhere',
    host: 'PROD-LEDGER-02',
    perDay: 4,
    hours: ALWAYS,
    entry: failedLogon('PROD-LEDGER-02', 'svc.archive', 'APP-BATCH07', ...NO_SUCH_USER),
  },
  {
    name: 'management studio as the billing account',
    host: 'FIN-LAPTOP3',
    perDay: 3,
    hours: OFFICE,
    entry: processStart('FIN-LAPTOP3', 'm.keller', SSMS, [
      `"${SSMS}" -S PRD-SQL01 -U svc.billing`,
      `"${SSMS}" -S tcp:PRD-SQL01.northwind.example,1433 -U svc.billing -d Ledger`,
    ]),
  },
  {
    name: 'sqlcmd as the reporting account',
    host: 'WS-1042',
    perDay: 2,
    hours: OFFICE,
    entry: processStart('WS-1042', 'j.okafor', SQLCMD, [
      'sqlcmd -S PROD-LEDGER-02\\FIN -U svc.reporting -Q "select count(*) from dbo.postings"',
      'sqlcmd.exe -SPRD-SQL01 -Usvc.reporting -i C:\\work\\month-end.sql',
    ]),
  },
  {
    name: 'desktop client as the load account, at night',
    host: 'OPS-DESKTOP7',
    perDay: 1,
    hours: [...NIGHT, 22, 23],
    entry: processStart('OPS-DESKTOP7', 'r.lindqvist', DBEAVER, [
      'dbeaver.exe -con "driver=sqlserver|server=PRD-SQL01|user=service.etl|name=prod"',
    ]),
  },
  {
    name: 'billing account on a laptop',
    host: 'FIN-LAPTOP3',
    perDay: 1.2,
    hours: [...OFFICE, 2],
    entry: logon('FIN-LAPTOP3', 'svc.billing', '2'),
  },
  {
    name: 'reporting account on a workstation',
    host: 'WS-1042',
    perDay: 0.8,
    hours: OFFICE,
    entry: logon('WS-1042', 'svc.reporting', '2'),
  },
  {
    name: 'load account on a desktop',
    host: 'OPS-DESKTOP7',
    perDay: 0.5,
    hours: NIGHT,
    entry: logon('OPS-DESKTOP7', 'service.etl', '2'),
  },
  {
    name: 'ordinary service logons',
    host: 'PRD-SQL01',
    perDay: 9,
    hours: ALWAYS,
    entry: logon('PRD-SQL01', 'svc.billing', '3'),
  },
  {
    name: 'ordinary ledger logons',
    host: 'PROD-LEDGER-02',
    perDay: 7,
    hours: ALWAYS,
    entry: logon('PROD-LEDGER-02', 'service.etl', '5'),
  },
  {
    name: 'people at work',
    host: 'FIN-LAPTOP3',
    perDay: 2,
    hours: OFFICE,
    entry: logon('FIN-LAPTOP3', 'm.keller', '2'),
  },
  {
    name: 'a person with a database client of their own',
    host: 'WS-1042',
    perDay: 2,
    hours: OFFICE,
    entry: processStart('WS-1042', 'j.okafor', SSMS, [`"${SSMS}" -S DEV-SQL04 -E`]),
  },
];

/** Events that machines log all the time and nobody has to look at: people and machines at work. */
export const ORDINARY: readonly Habit['entry'][] = [
  logon('PRD-SQL01', 'APP-REPORT01$', '3'),
  logon('PRD-SQL01', 'svc.billing', '3'),
  logon('PROD-LEDGER-02', 'service.etl', '5'),
  logon('PROD-LEDGER-02', 'APP-ETL02$', '3'),
  logon('FIN-LAPTOP3', 'm.keller', '2'),
  logon('WS-1042', 'j.okafor', '2'),
  logon('OPS-DESKTOP7', 'r.lindqvist', '2'),
];
