export { type SecurityLogEntry, toWindowsXml } from '@scout/detection/simulation/windowsXml';

import type { SecurityLogEntry } from '@scout/detection/simulation/windowsXml';

interface FailedLogon {
  time: number;
  account: string;
  server: string;
  /** Source machine and address. */
  from?: string;
  address?: string;
  /** NTSTATUS; 0xc000006a is a wrong password, 0xc0000234 a locked account. */
  subStatus?: string;
}

/** 4625 on the server's log. */
export function failedLogon({
  time,
  account,
  server,
  from = 'WS-1042',
  address = '192.0.2.14',
  subStatus = '0xc000006a',
}: FailedLogon): SecurityLogEntry {
  return {
    eventId: 4625,
    computer: server,
    time,
    data: {
      SubjectUserSid: 'S-1-0-0',
      SubjectUserName: '-',
      SubjectDomainName: '-',
      TargetUserSid: 'S-1-0-0',
      TargetUserName: account,
      TargetDomainName: 'NORTHWIND',
      Status: '0xc000006d',
      FailureReason: '%%2313',
      SubStatus: subStatus,
      LogonType: '3',
      WorkstationName: from,
      IpAddress: address,
      IpPort: '50122',
    },
  };
}

/** 4624 at a keyboard, on the workstation's log. */
export function interactiveLogon(entry: {
  time: number;
  account: string;
  workstation: string;
}): SecurityLogEntry {
  return {
    eventId: 4624,
    computer: entry.workstation,
    time: entry.time,
    data: {
      SubjectUserName: `${entry.workstation}$`,
      SubjectDomainName: 'NORTHWIND',
      TargetUserName: entry.account,
      TargetDomainName: 'NORTHWIND',
      LogonType: '2',
      WorkstationName: entry.workstation,
      IpAddress: '127.0.0.1',
    },
  };
}

/** 4624 over the network, on the server's log. */
export function networkLogon(entry: {
  time: number;
  account: string;
  server: string;
  from: string;
}): SecurityLogEntry {
  return {
    eventId: 4624,
    computer: entry.server,
    time: entry.time,
    data: {
      SubjectUserName: '-',
      SubjectDomainName: '-',
      TargetUserName: entry.account,
      TargetDomainName: 'NORTHWIND',
      LogonType: '3',
      WorkstationName: entry.from,
      IpAddress: '-',
    },
  };
}

/** 4688: a person starts a database client as a service account. */
export function clientStart(entry: {
  time: number;
  computer: string;
  account: string;
  server: string;
  /** The person; a name of the domain's. */
  by?: string;
}): SecurityLogEntry {
  return {
    eventId: 4688,
    computer: entry.computer,
    time: entry.time,
    data: {
      SubjectUserName: entry.by ?? 'amara.okafor',
      SubjectDomainName: 'NORTHWIND',
      NewProcessName: 'C:\\Tools\\sqlcmd.exe',
      CommandLine: `sqlcmd -S tcp:${entry.server},1433 -U ${entry.account} -Q "select 1"`,
      ParentProcessName: 'C:\\Windows\\System32\\cmd.exe',
      TargetUserName: '-',
      TargetDomainName: '-',
    },
  };
}
