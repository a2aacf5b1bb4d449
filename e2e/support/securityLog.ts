import * as securityLog from '@scout/detection/simulation/securityLog';
import type { SecurityLogEntry } from '@scout/detection/simulation/windowsXml';

export { type SecurityLogEntry, toWindowsXml } from '@scout/detection/simulation/windowsXml';

const of = (name: string) => ({ name, domain: 'NORTHWIND' });
const SESSION = '0x1a2b3c';

interface FailedLogon {
  time: number;
  account: string;
  server: string;
  /** Source machine and address. */
  from?: string;
  address?: string;
  code?: securityLog.RefusalCode;
}

/** A failed logon, in the server's log. */
export function failedLogon({
  time,
  account,
  server,
  from = 'WS-1042',
  address = '192.0.2.14',
  code = '0xc000006a',
}: FailedLogon): SecurityLogEntry {
  const client = { machine: from, address, port: '50122' };
  return { ...securityLog.failedLogon({ account: of(account), client, code }), computer: server, time };
}

/** A logon at a keyboard, in the workstation's log. */
export function interactiveLogon({
  time,
  account,
  workstation,
}: {
  time: number;
  account: string;
  workstation: string;
}): SecurityLogEntry {
  const machine = of(`${workstation}$`);
  const event = securityLog.localLogon({ account: of(account), machine, type: '2', session: SESSION });
  return { ...event, computer: workstation, time };
}

/** A logon over the network without an address, in the server's log. */
export function networkLogon({
  time,
  account,
  server,
  from,
}: {
  time: number;
  account: string;
  server: string;
  from: string;
}): SecurityLogEntry {
  const client = { machine: from, address: '-' };
  const event = securityLog.networkLogon({ account: of(account), client, session: SESSION, isNtlm: true });
  return { ...event, computer: server, time };
}

/** A person starts a database client as a service account. */
export function clientStart({
  time,
  computer,
  account,
  server,
  by = 'amara.okafor',
}: {
  time: number;
  computer: string;
  account: string;
  server: string;
  /** The person; a name of the domain's. */
  by?: string;
}): SecurityLogEntry {
  const event = securityLog.processStart({
    by: of(by),
    program: 'C:\\Tools\\sqlcmd.exe',
    parent: 'C:\\Windows\\System32\\cmd.exe',
    commandLine: `sqlcmd -S tcp:${server},1433 -U ${account} -Q "select 1"`,
  });
  return { ...event, computer, time };
}
