import type { SecurityLogEntry } from './windowsEvent.ts';

const ACCOUNT = 'svc.example';
const SERVER = 'PRD-EXAMPLE';
const WORKSTATION = 'LAPTOP-EXAMPLE';
const DOMAIN = 'EXAMPLE';

/**
 * One event for each dashboard, in the seconds before `now` (epoch ms): for trying an agent without a readable log. The database
 * client starts on `host`.
 */
export function exampleEvents(host: string, now: number): SecurityLogEntry[] {
  return [
    {
      eventId: 4625,
      computer: SERVER,
      time: now - 3_000,
      data: {
        SubjectUserName: '-',
        SubjectDomainName: '-',
        TargetUserName: ACCOUNT,
        TargetDomainName: DOMAIN,
        Status: '0xc000006d',
        FailureReason: '%%2313',
        SubStatus: '0xc000006a',
        LogonType: '3',
        WorkstationName: host,
        IpAddress: '127.0.0.1',
        IpPort: '50122',
      },
    },
    {
      eventId: 4688,
      computer: host,
      time: now - 2_000,
      data: {
        SubjectUserName: 'you',
        SubjectDomainName: DOMAIN,
        NewProcessName: 'C:\\Example\\sqlcmd.exe',
        CommandLine: `sqlcmd -S ${SERVER} -U ${ACCOUNT} -Q "select 1"`,
        ParentProcessName: 'C:\\Windows\\System32\\cmd.exe',
        TargetUserName: '-',
        TargetDomainName: '-',
      },
    },
    {
      eventId: 4624,
      computer: WORKSTATION,
      time: now - 1_000,
      data: {
        SubjectUserName: `${WORKSTATION}$`,
        SubjectDomainName: DOMAIN,
        TargetUserName: ACCOUNT,
        TargetDomainName: DOMAIN,
        LogonType: '2',
        WorkstationName: WORKSTATION,
        IpAddress: '127.0.0.1',
      },
    },
  ];
}
