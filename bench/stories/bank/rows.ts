import { EVENTS } from '@scout/detection/catalogue/events';
import {
  accountChange,
  accountLockedOut,
  ntlmCheck,
  ticketOfAccount,
  ticketOfService,
  ticketRefused,
} from '@scout/detection/simulation/controllerLog';
import type { Client, LoggedEvent } from '@scout/detection/simulation/fields';
import { flatFields } from '@scout/detection/simulation/flatFields';
import {
  explicitCredentials,
  failedLogon,
  type LocalLogonType,
  localLogon,
  logCleared,
  logOff,
  logOffByUser,
  networkLogon,
  processStart,
  type RefusalCode,
  serviceInstalled,
  specialPrivileges,
  task,
} from '@scout/detection/simulation/securityLog';
import type { Draw } from './draw.ts';
import type { Host } from './host.ts';
import type { Cause } from './noise/rates.ts';
import type { World } from './world.ts';

/** A flat row before it has a record id, with the story or the noise that it belongs to. */
export type BankRow = {
  time: number;
  fields: Readonly<Record<string, string>>;
  story?: string;
  cause?: Cause;
};

/** The account that signs in: a service account or a person; one of Windows' own has its own domain. */
export type Principal = { name: string; domain?: string };
/** Source of a logon: a host, or an address outside of the bank. */
export type Origin = { name?: string; ip: string };

type Use = { time: number; story?: string | undefined };

/**
 * Writes events of the bank's machines as their logs have them. Every function that returns a logon id opened that session. What a
 * machine does not record, or no agent collects, is not written.
 */
export function createRows(world: World, draw: Draw, emit: (row: BankRow) => void) {
  const domain = world.domain.name;
  const computer = (host: Host) =>
    host.hasShortName ? host.name : `${host.name}.${world.realm.toLowerCase()}`;
  /** What the log of `at` tells of a client. */
  const seen = (from: Origin, at: Host): Client => ({
    machine: at.namesClients ? (from.name ?? '-') : '-',
    address: at.givesAddresses ? `${at.mapsAddresses ? '::ffff:' : ''}${from.ip}` : '-',
  });
  /** What a controller tells of it. */
  const seenByController = (from: Origin): Client => ({
    machine: from.name ?? '-',
    address: `::ffff:${from.ip}`,
  });
  const logonId = () => `0x${draw.between(0x10000, 0x7fffffff).toString(16)}`;
  const write = ({ time, story }: Use, host: Host, event: LoggedEvent) => {
    if (!host.hasAgent) return;
    const fields = { ...flatFields(event), system_context_computer_name: computer(host) };
    emit({ time, fields, ...(story !== undefined && { story }) });
  };
  /** The account as this host writes it: some events have its name in capitals, as typed during its setup. */
  const as = (who: Principal, host: Host) => ({
    domain,
    ...who,
    name:
      (who.name.length * 7 + Number(host.ip.split('.')[3])) % 17 === 0 ? who.name.toUpperCase() : who.name,
  });
  const of = ({ name }: Principal) => ({ name, domain });
  const actor = ({ name }: Principal, session = logonId()) => ({ name, domain, session });
  const machine = (host: Host) => ({ name: `${host.name}$`, domain });

  return {
    /** Written by the target host. */
    network(use: Use, who: Principal, from: Origin, to: Host, isNtlm = false): string {
      const session = logonId();
      const client = { ...seen(from, to), ...(from.name === to.name && { address: '::1' }) };
      write(use, to, networkLogon({ account: as(who, to), client, session, isNtlm }));
      return session;
    },
    /** A session on the host itself; a remote desktop session has its client's address. */
    local(use: Use, who: Principal, host: Host, type: LocalLogonType, from?: Origin): string {
      const session = logonId();
      const address = type === '10' && from !== undefined ? { from: seen(from, host).address } : {};
      write(
        use,
        host,
        localLogon({ account: as(who, host), machine: machine(host), type, session, ...address }),
      );
      return session;
    },
    logoff(use: Use, who: Principal, host: Host, session: string, byUser: boolean): void {
      if (host.tellsLogoffs)
        write(use, host, (byUser ? logOffByUser : logOff)({ account: as(who, host), session }));
    },
    privileges(use: Use, who: Principal, host: Host, session: string): void {
      write(use, host, specialPrivileges({ account: actor(who, session) }));
    },
    /** Written by the host of the attempt. */
    refused(
      use: Use,
      who: Principal,
      from: Origin,
      to: Host,
      { type, code, isNtlm = false }: { type: '3' | LocalLogonType; code: RefusalCode; isNtlm?: boolean },
    ): void {
      const client = { ...seen(from, to), ...(from.ip.startsWith('127.') && { address: from.ip }) };
      const account = as(who, to);
      if (type === '3') {
        write(use, to, failedLogon({ account, client, code, isNtlm }));
        return;
      }
      const local = { machine: machine(to), type };
      write(use, to, failedLogon({ account, client: { ...client, machine: from.name ?? '-' }, code, local }));
    },
    /** Actor, program and arguments. */
    process(
      use: Use,
      who: Principal,
      host: Host,
      started: { program: string; parent: string; commandLine: string; session?: string },
    ): void {
      if (!host.auditsProcesses) return;
      const { program, parent } = started;
      const commandLine = host.logsCommandLines ? started.commandLine : '';
      write(use, host, processStart({ by: actor(who, started.session), program, parent, commandLine }));
    },
    /** A person used an account's name and password. */
    explicit(
      use: Use,
      by: { name: string; session?: string },
      who: Principal,
      host: Host,
      at: { server: string; program: string },
    ): void {
      const user = by.name.endsWith('$') ? { ...of(by), ...by } : actor(by, by.session);
      write(use, host, explicitCredentials({ by: user, account: as(who, host), ...at }));
    },
    /** A first ticket. */
    ticketGranting(use: Use, who: Principal, from: Origin, controller: Host, status = '0x0'): void {
      const client = seenByController(from);
      write(use, controller, ticketOfAccount({ account: as(who, controller), client, status }));
    },
    /** A ticket for a server. */
    serviceTicket(use: Use, { name }: Principal, from: Origin, controller: Host, server: string): void {
      const account = { name, domain: world.realm };
      write(use, controller, ticketOfService({ account, client: seenByController(from), server }));
    },
    preAuthFailed(use: Use, who: Principal, from: Origin, controller: Host, status: string): void {
      write(use, controller, ticketRefused({ account: of(who), client: seenByController(from), status }));
    },
    ntlmChecked(use: Use, who: Principal, from: Origin, controller: Host, status = '0x0'): void {
      write(use, controller, ntlmCheck({ account: of(who), client: seenByController(from), status }));
    },
    lockedOut(use: Use, who: Principal, caller: Host, controller: Host): void {
      const locked = { account: of(who), caller: caller.name, controller: machine(controller) };
      write(use, controller, accountLockedOut(locked));
    },
    /** A person created, enabled, reset or changed an account. */
    accountChanged(use: Use, id: number, by: Principal, who: Principal, controller: Host): void {
      write(use, controller, accountChange(id, { by: actor(by), account: as(who, controller) }));
    },
    /** A service that runs as the account. */
    serviceInstalled(use: Use, by: Principal, who: Principal, host: Host, service: string): void {
      const file = `C:\\Program Files\\${service}\\${service}.exe`;
      write(use, host, serviceInstalled({ by: actor(by), account: of(who), service, file }));
    },
    /** A task that runs as the account. */
    taskCreated(use: Use, by: Principal, who: Principal, host: Host, name: string): void {
      write(use, host, task(EVENTS.taskCreated.id, taskOf(by, who, name)));
    },
    /** A task of the account was changed. */
    taskChanged(use: Use, by: Principal, who: Principal, host: Host, name: string): void {
      write(use, host, task(EVENTS.taskUpdated.id, taskOf(by, who, name)));
    },
    logCleared(use: Use, by: Principal, host: Host): void {
      write(use, host, logCleared({ by: actor(by) }));
    },
    logonId,
  };

  function taskOf(by: Principal, who: Principal, name: string) {
    return { by: actor(by), account: of(who), name: `\\${name}`, command: `C:\\Jobs\\${name}.cmd` };
  }
}
export type Rows = ReturnType<typeof createRows>;
