import type { NormalisedRow } from '@scout/detection';
import { EVENTS } from '@scout/detection/catalogue/events';
import type { Kind } from '../kinds.ts';
import { accountKey, hostKey, isAddress, isSystemAccount, isSystemDomain } from '../names.ts';
import {
  addMark,
  addSession,
  addTicket,
  type Bucket,
  cellKey,
  insertCell,
  mayMark,
  type NamedWay,
  type SessionFact,
} from './bucket.ts';
import { remoteServiceKey } from './remoteServices.ts';
import { type TicketWay, ticketKey, ticketOf } from './tickets.ts';

const LINE_LIMIT = 1_024;
const KIND_LIMIT = 96;

const CONSOLE = new Set(['2', '7', '11', '13']);

/** Logon types of a person at a machine. */
export function isPresence(type: string): boolean {
  return CONSOLE.has(type) || type === '10' || type === '12';
}

/** Ids that are compared for every event. */
const LOGON = EVENTS.logon.id;
const TICKET_OF_SERVICE = EVENTS.ticketOfService.id;
const TICKET_REFUSED = EVENTS.ticketRefused.id;
const NTLM_CHECK = EVENTS.ntlmCheck.id;

/** Relevant events of other providers: a new service, a cleared log. */
const OTHERS: ReadonlySet<number | null> = new Set([EVENTS.newService.id, EVENTS.logCleared.id]);

/** Additions of an event to the bucket of its hour. Events that differ only in time, record and session have the same. */
export type Trace = {
  session: Pick<SessionFact, 'type' | 'account' | 'host' | 'source'> | null;
  steps: Step[];
  /** A trait of its machine. */
  machine: Step | null;
  ticket: { way: TicketWay; key: string } | null;
};
/** A way with the key of its cell. */
type Step = { way: NamedWay; key: string };
type Fold = (trace: Trace, row: NormalisedRow, host: string | null) => void;

const CHANGES = [
  EVENTS.logCleared.id,
  EVENTS.serviceInstalled.id,
  EVENTS.taskCreated.id,
  EVENTS.taskUpdated.id,
  EVENTS.auditPolicyChanged.id,
  EVENTS.accountCreated.id,
  EVENTS.accountEnabled.id,
  EVENTS.passwordChange.id,
  EVENTS.passwordReset.id,
  EVENTS.accountDisabled.id,
  EVENTS.accountDeleted.id,
  EVENTS.addedToGlobalGroup.id,
  EVENTS.addedToLocalGroup.id,
  EVENTS.accountChanged.id,
  EVENTS.addedToUniversalGroup.id,
  EVENTS.accountRenamed.id,
  EVENTS.objectChanged.id,
  EVENTS.newService.id,
];
const FOLDS: ReadonlyMap<number | null, Fold> = new Map<number | null, Fold>([
  [EVENTS.logon.id, foldLogon],
  [EVENTS.failedLogon.id, foldRefusal],
  [EVENTS.processStart.id, foldProcess],
  [EVENTS.explicitCredentials.id, foldExplicit],
  [EVENTS.logOff.id, foldLogoff],
  [EVENTS.logOffByUser.id, foldLogoff],
  ...[EVENTS.ticketOfAccount.id, EVENTS.ticketOfService.id, EVENTS.ticketRefused.id, EVENTS.ntlmCheck.id].map(
    (id) => [id, foldTicket] as const,
  ),
  [EVENTS.windowsStarted.id, foldStart],
  ...CHANGES.map((id) => [id, foldChange] as const),
]);

/** Folds one event into the bucket of its hour; ignores events without information about accounts. */
export function foldEvent(
  bucket: Bucket,
  row: NormalisedRow,
  time: number,
  event = '',
  trace: Trace | null = traceOf(row),
): void {
  if (trace === null) return;
  const record = row.record_id ?? '';
  const { session, steps, machine, ticket } = trace;
  if (session !== null)
    addSession(bucket, { ...session, time, record, event, logonId: row.logon_id ?? null });
  // Its session may be looked up by either id; the logon is one.
  if (row.event_id !== LOGON || !isSecondOfPair(row))
    for (const step of steps) addStep(bucket, step, time, record, event);
  if (machine !== null) addStep(bucket, machine, time, null, event);
  if (ticket !== null) {
    const marks = [{ time, record, event }];
    addTicket(bucket, { ...ticket.way, count: 1, first: time, last: time, marks }, ticket.key);
  }
}

/** Additions of an event to its bucket; null for an event without information about accounts. Reads no varying columns. */
export function traceOf(row: NormalisedRow): Trace | null {
  const fold = FOLDS.get(row.event_id);
  if (fold === undefined) return null;
  // Other programs also use the numbers of Windows security events.
  if (!row.event_type.startsWith('WINDOWS_SECURITY_') && !OTHERS.has(row.event_id ?? 0)) return null;
  if (isOfSystem(row, fold)) return null;
  const trace: Trace = { session: null, steps: [], machine: null, ticket: null };
  fold(trace, row, hostKey(row.system_context_computer_name, null));
  return trace;
}

/** True for events about a machine's own accounts, by their domain: their names are translated, or numbered for each session. */
function isOfSystem({ target_domain_name: domain }: NormalisedRow, fold: Fold): boolean {
  if (domain === null || fold === foldProcess || fold === foldChange) return false;
  return isSystemDomain(domain);
}

function foldLogon(trace: Trace, row: NormalisedRow, writer: string | null) {
  const account = accountKey(row.target_user_name);
  if (account === null || isSystemAccount(account)) return;
  const type = typeOf(row.logon_type);
  const destination = writer ?? hostKey(row.target_computer_name, null);
  const [named, address] = sourceOf(row, destination);
  // Remote desktop logons have the target machine as workstation; only the address identifies the person's machine.
  const source = isPresence(type) && address !== null && named === destination ? null : named;
  if (isPresence(type) && destination !== null)
    trace.session = { type: 'start', account, host: destination, source: source ?? address };
  const kind: Kind = CONSOLE.has(type) ? 'logon:2' : type === '12' ? 'logon:10' : `logon:${type}`;
  add(trace, { account, kind, source, address, destination, actor: actorOf(row, account) });
}

/**
 * True for one of the two events of an administrator's logon, with and without privileges: they refer to each other, and the
 * one with the greater id is ignored, in either order.
 */
function isSecondOfPair({ logon_id, linked_logon_id }: NormalisedRow): boolean {
  if (!logon_id || !linked_logon_id || /^0x0*$/.test(linked_logon_id)) return false;
  return Number.parseInt(logon_id, 16) > Number.parseInt(linked_logon_id, 16);
}

function foldRefusal(trace: Trace, row: NormalisedRow, writer: string | null) {
  const account = accountKey(row.target_user_name);
  if (account === null || isSystemAccount(account)) return;
  const destination = writer ?? hostKey(row.target_computer_name, null);
  const [source, address] = sourceOf(row, destination);
  const kind = refusalKind(row.failure_reason);
  add(trace, { account, kind, source, address, destination });
}

function foldProcess(trace: Trace, row: NormalisedRow, host: string | null) {
  const subject = accountKey(row.subject_user_name);
  const target = accountKey(row.target_user_name);
  const program = fileKey(row.process_information_new_process_name);
  const line = row.process_information_command_line?.slice(0, LINE_LIMIT).toWellFormed() ?? null;
  // Started with another account's credentials: the process belongs to the target.
  if (target !== null && target !== subject && !isSystemAccount(target) && !target.endsWith('$')) {
    add(trace, {
      account: target,
      kind: 'command',
      source: host,
      destination: serverNamed(row, host),
      program,
      actor: subject,
      line,
    });
  }
  if (subject === null || isSystemAccount(subject)) return;
  const parent = fileKey(row.process_information_parent_process_name);
  const chain = program === null ? null : `${parent ?? ''}>${program}`;
  add(trace, { account: subject, kind: 'process', destination: host, program: chain, line });
}

function foldExplicit(trace: Trace, row: NormalisedRow, host: string | null) {
  const account = accountKey(row.target_user_name);
  if (account === null || isSystemAccount(account)) return;
  const subject = accountKey(row.subject_user_name);
  const server = hostKey(row.target_computer_name, host);
  const program = fileKey(row.process_name ?? row.process_information_new_process_name);
  const actor = subject === account || (subject !== null && isSystemAccount(subject)) ? null : subject;
  add(trace, { account, kind: 'explicit', source: host, destination: server, program, actor });
}

function foldLogoff(trace: Trace, row: NormalisedRow, host: string | null) {
  const account = accountKey(row.target_user_name ?? row.subject_user_name);
  if (account === null || host === null || isSystemAccount(account)) return;
  // Network logons end by the thousand, and are not persons' sessions.
  if (row.logon_type !== null && !isPresence(row.logon_type)) return;
  trace.session = { type: 'end', account, host, source: null };
}

/** Events of which the granted ones are requests of tickets. */
const GRANTED: ReadonlySet<number | null> = new Set([EVENTS.ticketOfAccount.id, TICKET_OF_SERVICE]);

/** Code 0x20 of a service ticket: the ticket that was shown has expired, as each does after some hours, and is renewed. */
const isRenewal = ({ event_id, status }: NormalisedRow): boolean =>
  event_id === TICKET_OF_SERVICE && status !== null && /^0x0*20$/.test(status);

/**
 * Machine that a service ticket is for: its own account, which ends with a dollar sign. Any other name, such as `svc.app09` or `krbtgt`,
 * is of an account that runs the service on a machine that the event does not tell.
 */
function machineOfTicket(service: string | null): string | null {
  const name = accountKey(service);
  return name?.endsWith('$') ? hostKey(name.slice(0, -1), null) : null;
}

function foldTicket(trace: Trace, row: NormalisedRow, writer: string | null) {
  const account = accountKey(row.target_user_name ?? row.subject_user_name);
  if (account === null || isSystemAccount(account)) return;
  const [source, address] = sourceOf(row, writer);
  const id = row.event_id;
  const failed = id === TICKET_REFUSED || (row.status !== null && !/^0x0*$/.test(row.status));
  if (isRenewal(row)) {
    // Nothing was refused: the client asks for a new ticket, which is another event.
  } else if (failed) {
    add(trace, { account, kind: refusalKind(row.failure_reason), source, address });
  } else if (id === TICKET_OF_SERVICE) {
    const destination = machineOfTicket(row.service_name);
    add(trace, { account, kind: 'service-ticket', source, address, destination });
  } else {
    add(trace, { account, kind: id === NTLM_CHECK ? 'ntlm' : 'ticket', source, address });
  }
  if (writer !== null) markMachine(trace, 'controller', writer);
  const way = GRANTED.has(id) ? ticketOf(row, account, [source, address]) : null;
  if (way !== null) trace.ticket = { way, key: ticketKey(way) };
}

/** Changes that count as another one. */
const SAME_AS: ReadonlyMap<number | null, number> = new Map<number | null, number>([
  [EVENTS.newService.id, EVENTS.serviceInstalled.id],
  [EVENTS.taskUpdated.id, EVENTS.taskCreated.id],
]);

/** Changes that concern no single account. */
const CONCERNING_ALL: ReadonlySet<number | null> = new Set([
  EVENTS.logCleared.id,
  EVENTS.auditPolicyChanged.id,
]);

/** Changes of a machine. Those of a directory are written by a controller and do not show where the account is used. */
const LOCAL_CHANGES: ReadonlySet<number | null> = new Set([
  EVENTS.logCleared.id,
  EVENTS.serviceInstalled.id,
  EVENTS.taskCreated.id,
  EVENTS.taskUpdated.id,
  EVENTS.auditPolicyChanged.id,
  EVENTS.newService.id,
]);

/** A change to an account or by one: a reset, a group, a service or task that runs as it, a cleared log. */
function foldChange(trace: Trace, row: NormalisedRow, host: string | null) {
  const target = accountKey(row.target_user_name);
  const subject = accountKey(row.subject_user_name);
  const isOf = target !== null && !isSystemAccount(target) && !CONCERNING_ALL.has(row.event_id);
  const account = isOf ? target : subject;
  if (account === null || isSystemAccount(account)) return;
  const actor = !isOf || subject === null || subject === account || isSystemAccount(subject) ? null : subject;
  const isLocal = LOCAL_CHANGES.has(row.event_id);
  const kind: Kind = `change:${SAME_AS.get(row.event_id) ?? row.event_id}`;
  const program = remoteServiceKey(row.service_name);
  add(trace, { account, kind, destination: isLocal ? host : null, program, actor });
}

/** A machine starts. */
function foldStart(trace: Trace, _row: NormalisedRow, host: string | null): void {
  if (host !== null) markMachine(trace, 'start', host);
}

/** Records a trait of a machine as a cell without an account: it starts, or it writes tickets and so is a domain controller. */
function markMachine(trace: Trace, kind: 'controller' | 'start', host: string): void {
  const way: NamedWay = { account: '', kind, destination: host };
  trace.machine = { way, key: cellKey(way) };
}

/** Adds a way of the event; what a way omits, the event does not name. */
function add({ steps }: Trace, way: NamedWay): void {
  steps.push({ way, key: cellKey(way) });
}

/** Adds one event on its way to the bucket. A machine's trait, without a record, has no mark. */
function addStep(
  bucket: Bucket,
  { way, key }: Step,
  time: number,
  record: string | null,
  event: string,
): void {
  const present = bucket.cells.get(key);
  if (present === undefined) {
    const marks = record === null ? [] : [{ time, record, event }];
    insertCell(bucket, key, { ...UNNAMED, ...way, count: 1, first: time, last: time, marks });
    return;
  }
  // Most events add to an existing cell: this path allocates next to nothing.
  present.count += 1;
  if (time < present.first) present.first = time;
  if (time > present.last) present.last = time;
  if (record !== null && mayMark(present.marks, time)) addMark(present.marks, { time, record, event });
}

const UNNAMED = { source: null, address: null, destination: null, program: null, actor: null, line: null };

/** A logon type as written by Windows; empty for anything else. */
function typeOf(text: string | null): string {
  return text !== null && /^\d{1,2}$/.test(text) ? text : '';
}

function refusalKind(reason: string | null): Kind {
  return `refused:${(reason ?? '').slice(0, KIND_LIMIT).toWellFormed()}`;
}

/** Source name and address of a logon; an address in the name field counts as an address. */
function sourceOf(row: NormalisedRow, own: string | null): [string | null, string | null] {
  let name = hostKey(row.source_info_workstation_name, own);
  let address: string | null = null;
  if (name !== null && isAddress(name)) {
    address = name;
    name = null;
  }
  const text = row.source_host;
  if (text !== null) {
    for (const part of text.includes(',') ? text.split(',') : [text]) {
      const host = hostKey(part, own);
      if (host === null) continue;
      if (isAddress(host)) address ??= host;
      else name ??= host;
    }
  }
  return [name, address];
}

function actorOf(row: NormalisedRow, account: string): string | null {
  const subject = accountKey(row.subject_user_name);
  return subject === null || subject === account || subject.endsWith('$') || isSystemAccount(subject)
    ? null
    : subject;
}

/** The server named in the event, in addition to the machine that wrote it. */
function serverNamed(row: NormalisedRow, host: string | null): string | null {
  const server = hostKey(row.target_computer_name, host);
  return server === host ? null : server;
}

function fileKey(path: string | null | undefined): string | null {
  if (path === null || path === undefined) return null;
  const name = path.slice(Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) + 1).toLowerCase();
  return name === '' || name === '-' ? null : name.slice(0, 128).toWellFormed();
}
