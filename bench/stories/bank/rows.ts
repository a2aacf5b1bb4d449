import type { Draw } from './draw.ts';
import type { Host } from './host.ts';
import type { Cause } from './noise/rates.ts';
import type { World } from './world.ts';

/** A flat row before it has a record id, with the story or the noise that it belongs to. */
export type BankRow = {
  time: number;
  fields: Readonly<Record<string, string | undefined>>;
  story?: string;
  cause?: Cause;
};

/** The account that signs in: a service account or a person; one of Windows' own has its own domain. */
export type Principal = { name: string; domain?: string };
/** Source of a logon: a host, or an address outside of the bank. */
export type Origin = { name?: string; ip: string };

export type LogonType = '2' | '3' | '4' | '5' | '7' | '9' | '10' | '11';
type Use = { time: number; story?: string | undefined };

const SYSTEM_LOGON = '0x3e7';
const SERVICES = 'C:\\Windows\\System32\\services.exe';
const SVCHOST = 'C:\\Windows\\System32\\svchost.exe';
const WINLOGON = 'C:\\Windows\\System32\\winlogon.exe';
const LSASS = 'C:\\Windows\\System32\\lsass.exe';

const PROCESS_OF: Partial<Record<LogonType, string>> = {
  2: SVCHOST,
  4: SVCHOST,
  5: SERVICES,
  7: LSASS,
  9: SVCHOST,
  10: WINLOGON,
  11: SVCHOST,
};

/**
 * Writes events as Windows does, each with the fields of the real one: a Kerberos network logon has no workstation, a ticket only
 * an address, an interactive logon the machine itself. Every function that returns a logon id opened that session. What a machine
 * does not record, or no agent collects, is not written.
 */
export function createRows(world: World, draw: Draw, emit: (row: BankRow) => void) {
  const domainName = world.domain.name;
  const computer = (host: Host) =>
    host.hasShortName ? host.name : `${host.name}.${world.realm.toLowerCase()}`;
  const address = (from: Origin, at: Host) =>
    at.givesAddresses ? `${at.mapsAddresses ? '::ffff:' : ''}${from.ip}` : '-';
  const client = (from: Origin, at: Host) => (at.namesClients ? (from.name ?? '-') : '-');
  const logonId = () => `0x${draw.between(0x10000, 0x7fffffff).toString(16)}`;
  const write = (id: number, { time, story }: Use, host: Host, fields: BankRow['fields']) => {
    if (!host.hasAgent) return;
    const row: BankRow = {
      time,
      fields: {
        event_type: `WINDOWS_SECURITY_${id}`,
        provider: 'Microsoft-Windows-Security-Auditing',
        system_context_computer_name: computer(host),
        ...fields,
      },
    };
    if (story !== undefined) row.story = story;
    emit(row);
  };
  // Some events have an account's name in capitals, as typed during its setup.
  const target = ({ name, domain = domainName }: Principal, host: Host) => ({
    target_user_name:
      (name.length * 7 + Number(host.ip.split('.')[3])) % 17 === 0 ? name.toUpperCase() : name,
    target_domain_name: domain,
  });
  const subject = (name: string, id: string) => ({
    subject_user_name: name,
    subject_domain_name: domainName,
    subject_logon_id: id,
  });
  const machine = (host: Host) => subject(`${host.name}$`, SYSTEM_LOGON);
  const nobody = { subject_user_name: '-', subject_domain_name: '-', subject_logon_id: '0x0' };

  return {
    /** 4624 type 3: written by the target host. NTLM names the client's machine. */
    network(use: Use, who: Principal, from: Origin, to: Host, ntlm = false): string {
      const id = logonId();
      write(4624, use, to, {
        ...nobody,
        ...target(who, to),
        logon_id: id,
        logon_type: '3',
        source_host: from.name === to.name ? '::1' : address(from, to),
        source_info_workstation_name: ntlm ? client(from, to) : '-',
        authentication_package: ntlm ? 'NTLM' : 'Kerberos',
        process_name: '-',
      });
      return id;
    },
    /** 4624 of a session on the host itself; a remote desktop session has its client's address. */
    local(use: Use, who: Principal, host: Host, type: LogonType, from?: Origin): string {
      const id = logonId();
      write(4624, use, host, {
        ...machine(host),
        ...target(who, host),
        logon_id: id,
        logon_type: type,
        source_host:
          type === '10' && from !== undefined
            ? address(from, host)
            : type === '4' || type === '5'
              ? '-'
              : '127.0.0.1',
        source_info_workstation_name: type === '5' ? '-' : host.name,
        authentication_package: 'Negotiate',
        process_name: PROCESS_OF[type],
      });
      return id;
    },
    logoff(use: Use, who: Principal, host: Host, id: string, byUser: boolean): void {
      if (!host.tellsLogoffs) return;
      write(byUser ? 4647 : 4634, use, host, {
        ...target(who, host),
        logon_id: id,
        ...(byUser ? {} : { logon_type: '3' }),
      });
    },
    privileges(use: Use, who: Principal, host: Host, id: string): void {
      write(4672, use, host, { ...subject(who.name, id) });
    },
    /** 4625 on the host of the attempt. */
    refused(
      use: Use,
      who: Principal,
      from: Origin,
      to: Host,
      reason: { type: LogonType; subStatus: string; ntlm?: boolean },
    ): void {
      write(4625, use, to, {
        ...(reason.type === '3' ? nobody : machine(to)),
        ...target(who, to),
        logon_type: reason.type,
        source_host: from.ip.startsWith('127.') ? from.ip : address(from, to),
        source_info_workstation_name:
          reason.type !== '3' ? (from.name ?? '-') : reason.ntlm === true ? client(from, to) : '-',
        status:
          reason.subStatus === '0xc000006a' || reason.subStatus === '0xc0000064'
            ? '0xc000006d'
            : reason.subStatus,
        sub_status: reason.subStatus,
      });
    },
    /** 4688: actor, program and arguments. */
    process(
      use: Use,
      who: Principal,
      host: Host,
      started: { program: string; parent: string; commandLine: string; session?: string },
    ): void {
      if (!host.auditsProcesses) return;
      write(4688, use, host, {
        ...subject(who.name, started.session ?? logonId()),
        target_user_name: '-',
        target_domain_name: '-',
        process_information_new_process_name: started.program,
        process_information_parent_process_name: started.parent,
        process_information_command_line: host.logsCommandLines ? started.commandLine : undefined,
      });
    },
    /** 4648: a person used an account's name and password. */
    explicit(
      use: Use,
      by: { name: string; session?: string },
      who: Principal,
      host: Host,
      at: { server: string; program: string },
    ): void {
      write(4648, use, host, {
        ...subject(by.name, by.session ?? (by.name.endsWith('$') ? SYSTEM_LOGON : logonId())),
        ...target(who, host),
        target_computer_name: at.server,
        process_name: at.program,
        source_host: '-',
      });
    },
    /** 4768: a first ticket. */
    ticketGranting(use: Use, who: Principal, from: Origin, controller: Host, status = '0x0'): void {
      write(4768, use, controller, {
        ...target(who, controller),
        source_host: `::ffff:${from.ip}`,
        service_name: 'krbtgt',
        status,
        ticket_encryption: '0x12',
      });
    },
    /** 4769: a ticket for a server; the name includes the realm. */
    serviceTicket(use: Use, who: Principal, from: Origin, controller: Host, server: string): void {
      write(4769, use, controller, {
        target_user_name: `${who.name}@${world.realm}`,
        target_domain_name: world.realm,
        source_host: `::ffff:${from.ip}`,
        service_name: `${server}$`,
        status: '0x0',
        ticket_encryption: '0x12',
      });
    },
    /** 4771: pre-authentication failed. 0x18 is a bad password, 0x25 a clock skew, 0x12 a locked or disabled account. */
    preAuthFailed(use: Use, who: Principal, from: Origin, controller: Host, status: string): void {
      write(4771, use, controller, {
        target_user_name: who.name,
        source_host: `::ffff:${from.ip}`,
        service_name: `krbtgt/${domainName}`,
        status,
      });
    },
    /** 4776: the controller checked an NTLM password. */
    ntlmChecked(use: Use, who: Principal, from: Origin, controller: Host, status = '0x0'): void {
      write(4776, use, controller, {
        target_user_name: who.name,
        source_info_workstation_name: from.name ?? '-',
        authentication_package: 'MICROSOFT_AUTHENTICATION_PACKAGE_V1_0',
        status,
      });
    },
    /** 4740: locked out; the caller's machine is in the field that holds the domain in other events. */
    lockedOut(use: Use, who: Principal, caller: Host, controller: Host): void {
      write(4740, use, controller, {
        ...machine(controller),
        target_user_name: who.name,
        source_info_workstation_name: caller.name,
      });
    },
    /** 4720, 4722, 4724 or 4738: a person created, enabled, reset or changed an account. */
    accountChanged(
      use: Use,
      id: 4720 | 4722 | 4724 | 4738,
      by: Principal,
      who: Principal,
      controller: Host,
    ): void {
      write(id, use, controller, { ...subject(by.name, logonId()), ...target(who, controller) });
    },
    /** 4697: a service that runs as the account. */
    serviceInstalled(use: Use, by: Principal, who: Principal, host: Host, service: string): void {
      write(4697, use, host, {
        ...subject(by.name, logonId()),
        target_user_name: who.name,
        target_domain_name: domainName,
        service_name: service,
        process_information_new_process_name: `C:\\Program Files\\${service}\\${service}.exe`,
      });
    },
    /** 4698: a task that runs as the account. */
    taskCreated(use: Use, by: Principal, who: Principal, host: Host, task: string): void {
      write(4698, use, host, {
        ...subject(by.name, logonId()),
        target_user_name: who.name,
        object_name: `\\${task}`,
      });
    },
    /** 4702: a task of the account was changed. */
    taskChanged(use: Use, by: Principal, who: Principal, host: Host, task: string): void {
      write(4702, use, host, {
        ...subject(by.name, logonId()),
        target_user_name: who.name,
        object_name: `\\${task}`,
      });
    },
    /** 1102: the security log was cleared. */
    logCleared({ time, story }: Use, by: Principal, host: Host): void {
      if (!host.hasAgent) return;
      const row: BankRow = {
        time,
        fields: {
          event_type: 'Microsoft-Windows-Eventlog/1102',
          event_id: '1102',
          provider: 'Microsoft-Windows-Eventlog',
          system_context_computer_name: computer(host),
          ...subject(by.name, logonId()),
        },
      };
      if (story !== undefined) row.story = story;
      emit(row);
    },
    logonId,
  };
}
export type Rows = ReturnType<typeof createRows>;
