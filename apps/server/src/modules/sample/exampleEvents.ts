import { EVENTS } from '@scout/detection/catalogue/events';
import type { SecurityLogEntry } from '@scout/detection/simulation/windowsXml';
import { DAY, HOUR } from '@scout/detection/time';

const ACCOUNT = 'svc.example';
const SERVER = 'PRD-EXAMPLE';
const WORKSTATION = 'LAPTOP-EXAMPLE';
const DOMAIN = 'EXAMPLE';
const JOB_SERVER = 'APP-EXAMPLE';
/** Nights of the account's job before: what is usual for it. */
const NIGHTS = 7;

/** The account's own job, which signs in to its server on each of the nights before `now`. */
function job(now: number): SecurityLogEntry[] {
  const lastNight = Math.floor(now / DAY) * DAY - DAY + 2 * HOUR;
  return Array.from({ length: NIGHTS }, (_, night) => ({
    eventId: EVENTS.logon.id,
    computer: SERVER,
    time: lastNight - (NIGHTS - 1 - night) * DAY,
    data: {
      SubjectUserName: '-',
      SubjectDomainName: '-',
      TargetUserName: ACCOUNT,
      TargetDomainName: DOMAIN,
      LogonType: '3',
      WorkstationName: JOB_SERVER,
      IpAddress: '192.0.2.10',
      IpPort: '50100',
    },
  }));
}

/**
 * An account's nightly job, then its misuse in the seconds before `now` (epoch ms), one event for each dashboard and together a
 * case that does not wait for the end of the day: for trying an agent without a readable log. The database client starts on `host`.
 */
export function exampleEvents(host: string, now: number): SecurityLogEntry[] {
  return [
    ...job(now),
    {
      eventId: EVENTS.failedLogon.id,
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
      eventId: EVENTS.processStart.id,
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
      eventId: EVENTS.logon.id,
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
    {
      eventId: EVENTS.logCleared.id,
      computer: SERVER,
      time: now - 500,
      data: { SubjectUserName: ACCOUNT, SubjectDomainName: DOMAIN, SubjectLogonId: '0x1b2c' },
    },
  ];
}
