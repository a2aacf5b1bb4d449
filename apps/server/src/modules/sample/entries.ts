import { EVENTS } from '@scout/detection/catalogue/events';
import * as controllerLog from '@scout/detection/simulation/controllerLog';
import type { LoggedEvent } from '@scout/detection/simulation/fields';
import * as securityLog from '@scout/detection/simulation/securityLog';
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

export const BAD_PASSWORD = '0xc000006a';
export const LOCKED_OUT = '0xc0000234';
export const EXPIRED = '0xc0000071';
export const NO_SUCH_USER = '0xc0000064';

type Written = (random: () => number) => LoggedEvent;

const of = (name: string) => ({ name, domain: DOMAIN });
const machineOf = (host: string) => of(`${host}$`);
const on =
  (computer: string, event: Written): Entry =>
  (time, random) => ({ ...event(random), computer, time });
const hexOf = (random: () => number, least: number, range: number) =>
  `0x${(least + Math.floor(random() * range)).toString(16)}`;
const sessionOf = (random: () => number) => hexOf(random, 0x100000, 0xf00000);
const processOf = (random: () => number) => hexOf(random, 4096, 60000);
const clientOf = (machine: string, random: () => number) => ({
  machine,
  address: addressOf(machine),
  port: String(49152 + Math.floor(random() * 16000)),
});

/** A failed logon. `from`: the source machine, with name and address. */
export const failedLogon = (
  host: string,
  account: string,
  from: string,
  code: securityLog.RefusalCode,
): Entry =>
  on(host, (random) =>
    securityLog.failedLogon({ account: of(account), client: clientOf(from, random), code }),
  );

/**
 * A network logon (3) uses Kerberos, which gives only the address, unless `named`; a remote desktop session (10) comes
 * `from` a machine, and the others happen at the host itself.
 */
export const logon = (
  host: string,
  name: string,
  type: '3' | securityLog.LocalLogonType,
  from = host,
  { named: isNtlm = false }: { named?: boolean } = {},
): Entry =>
  on(host, (random) => {
    const [account, session] = [of(name), sessionOf(random)];
    if (type === '3')
      return securityLog.networkLogon({ account, session, client: clientOf(from, random), isNtlm });
    const machine = machineOf(host);
    const client = from === host ? {} : { from: addressOf(from) };
    return securityLog.localLogon({ account, machine, type, session, ...client });
  });

/** A process start of a person. */
export const processStart = (
  host: string,
  person: string,
  program: string,
  commandLines: readonly string[],
): Entry =>
  on(host, (random) =>
    securityLog.processStart({
      by: of(person),
      processId: processOf(random),
      program,
      parent: 'C:\\Windows\\explorer.exe',
      commandLine: commandLines[Math.floor(random() * commandLines.length)]!,
    }),
  );

/** A person uses an account's name and password for a server. */
export const explicitCredentials = (
  host: string,
  person: string,
  account: string,
  server: string,
  program: string,
): Entry =>
  on(host, (random) =>
    securityLog.explicitCredentials({
      by: of(person),
      account: of(account),
      server,
      program,
      processId: processOf(random),
    }),
  );

/** At a domain controller: an account on a machine requests a ticket for a server. */
export const serviceTicket = (controller: string, name: string, from: string, server: string): Entry =>
  on(controller, (random) => {
    const client = clientOf(from, random);
    return controllerLog.ticketOfService({
      account: { name, domain: `${DOMAIN}.EXAMPLE` },
      client: { ...client, address: `::ffff:${client.address}` },
      server,
    });
  });

/** A change of an account by a person, at a domain controller. */
export const accountChange = (eventId: number, controller: string, person: string, account: string): Entry =>
  on(controller, () => controllerLog.accountChange(eventId, { by: of(person), account: of(account) }));

/** Wrong passwords from a machine have locked an account. */
export const lockOut = (controller: string, account: string, from: string): Entry =>
  on(controller, () =>
    controllerLog.accountLockedOut({ account: of(account), caller: from, controller: machineOf(controller) }),
  );

/** A person installs a service that runs as an account. */
export const serviceInstalled = (
  host: string,
  person: string,
  account: string,
  service: string,
  file: string,
): Entry =>
  on(host, () => securityLog.serviceInstalled({ by: of(person), account: of(account), service, file }));

/** A person creates a task that runs as an account. */
export const taskCreated = (
  host: string,
  person: string,
  account: string,
  name: string,
  command: string,
): Entry =>
  on(host, () =>
    securityLog.task(EVENTS.taskCreated.id, { by: of(person), account: of(account), name, command }),
  );

/** The security log of a machine is cleared. */
export const logCleared = (host: string, account: string): Entry =>
  on(host, () => securityLog.logCleared({ by: of(account) }));
