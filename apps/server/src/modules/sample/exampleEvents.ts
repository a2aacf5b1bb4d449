import type { LoggedEvent } from '@scout/detection/simulation/fields';
import {
  failedLogon,
  localLogon,
  logCleared,
  networkLogon,
  processStart,
} from '@scout/detection/simulation/securityLog';
import type { SecurityLogEntry } from '@scout/detection/simulation/windowsXml';
import { DAY, HOUR } from '@scout/detection/time';

const ACCOUNT = { name: 'svc.example', domain: 'EXAMPLE' };
const SERVER = 'PRD-EXAMPLE';
const WORKSTATION = 'LAPTOP-EXAMPLE';
/** Nights of the account's job before: what is usual for it. */
const NIGHTS = 7;

const at = (computer: string, time: number, event: LoggedEvent): SecurityLogEntry => ({
  ...event,
  computer,
  time,
});

/** The account's own job, which signs in to its server on each of the nights before `now`. */
function job(now: number): SecurityLogEntry[] {
  const lastNight = Math.floor(now / DAY) * DAY - DAY + 2 * HOUR;
  const client = { machine: 'APP-EXAMPLE', address: '192.0.2.10', port: '50100' };
  return Array.from({ length: NIGHTS }, (_, night) =>
    at(
      SERVER,
      lastNight - (NIGHTS - 1 - night) * DAY,
      networkLogon({ account: ACCOUNT, client, session: `0x1a2b${night}`, isNtlm: true }),
    ),
  );
}

/**
 * An account's nightly job, then its misuse in the seconds before `now` (epoch ms), one event for each dashboard and together a
 * case that does not wait for the end of the day: for trying an agent without a readable log. The database client starts on `host`.
 */
export function exampleEvents(host: string, now: number): SecurityLogEntry[] {
  const client = { machine: host, address: '127.0.0.1', port: '50122' };
  return [
    ...job(now),
    at(SERVER, now - 3_000, failedLogon({ account: ACCOUNT, client, code: '0xc000006a' })),
    at(
      host,
      now - 2_000,
      processStart({
        by: { ...ACCOUNT, name: 'you' },
        program: 'C:\\Example\\sqlcmd.exe',
        parent: 'C:\\Windows\\System32\\cmd.exe',
        commandLine: `sqlcmd -S ${SERVER} -U ${ACCOUNT.name} -Q "select 1"`,
      }),
    ),
    at(
      WORKSTATION,
      now - 1_000,
      localLogon({
        account: ACCOUNT,
        machine: { ...ACCOUNT, name: `${WORKSTATION}$` },
        type: '2',
        session: '0x1b2c',
      }),
    ),
    at(SERVER, now - 500, logCleared({ by: { ...ACCOUNT, session: '0x1b2c' } })),
  ];
}
