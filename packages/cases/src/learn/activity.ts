import { connectionOf } from '@scout/detection/commandLine';
import { credentialsOf } from '@scout/detection/credentials';
import { DAY, HOUR } from '@scout/detection/time';
import { isOfPeople } from '../classes.ts';
import { addMark, type Bucket, type Cell, compareMarks, trimBucket } from '../fold/bucket.ts';
import type { Role } from '../inventory.ts';
import { isLogon, isOfMachine, isRefused } from '../kinds.ts';
import { accountKey, hostKey, isAddress, isSystemAccount } from '../names.ts';
import type { AccountDay, AccountState, DayCell } from '../state.ts';
import { HABIT, PEOPLE } from '../weights.ts';
import { hostOfAddress, learnAddress } from './addresses.ts';
import { boundHosts, mayAddAccount } from './bounds.ts';
import { companionsOf, companyOf, joinLate, noteWriting } from './company.ts';
import { hourSurprise } from './habit.ts';
import { addAccount, addPerson, addVisitor, hostAt, netOf } from './hosts.ts';
import { minutesOf } from './minutes.ts';
import { noteBreach } from './outside.ts';
import { countWords } from './peers.ts';
import { noteClaims, noteRefusal, refusingMachine } from './refusing.ts';
import { applySession, notePresence, pruneSessions } from './sessions.ts';
import { addToSketch } from './sketch.ts';
import { serviceByName, type Tenant } from './tenant.ts';
import { addCell, isWayFrom, joinAddress, wayKey } from './ways.ts';

const PROGRAM_ACCOUNTS = 8;
/** Ways of one account on one day; further ones are counted with the known ones. */
const CELLS_LIMIT = 256;
/** Names that look like service accounts without any successful logon; anybody can invent more. */
const STRANGERS_LIMIT = 2_000;
const HINT = /-U|user|uid|:\/\//i;

/** Result of an hour: accounts with new cells in their day, and all activity of service accounts. */
export type AppliedHour = { grown: Set<string>; observed: DayCell[] };

/** Applies a closed hour to the state: addresses, machines, sessions, and the day's cells of each account. */
export function applyHour(tenant: Tenant, bucket: Bucket): AppliedHour {
  const { state } = tenant;
  trimBucket(bucket);
  const day = Math.floor((bucket.hour * HOUR) / DAY);
  const cells = [...bucket.cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  for (const cell of cells) {
    // The machine name in a refused logon is chosen by the attacker.
    if (cell.address === null || isRefused(cell.kind)) continue;
    if (cell.account.endsWith('$') && cell.kind === 'logon:3' && !tenant.isService(cell.account))
      learnAddress(state, cell.address, cell.source ?? cell.account.slice(0, -1), cell.first);
    else if (cell.source !== null) learnAddress(state, cell.address, cell.source, cell.first);
  }
  for (const fact of bucket.sessions.sort((a, b) => compareMarks(a, b) || (a.account < b.account ? -1 : 1)))
    applySession(tenant.state, {
      ...fact,
      source:
        fact.source !== null && isAddress(fact.source)
          ? (hostOfAddress(state, fact.source, fact.time) ?? fact.source)
          : fact.source,
    });
  for (const cell of cells) recognise(tenant, cell, day);
  for (const cell of cells) learnHosts(tenant, cell, day, bucket.hour);
  for (const cell of cells) learnPresence(tenant, cell);
  countPresence(tenant, bucket.hour);
  if (bucket.hour % 24 === 0) pruneSessions(state, bucket.hour * HOUR);
  boundHosts(state, bucket.hour * HOUR);
  const grown = new Set<string>();
  const strangers = { left: STRANGERS_LIMIT };
  for (const { activeDays, service } of state.accounts.values())
    if (activeDays === 0 && service !== null) strangers.left -= 1;
  const ofServices: DayCell[] = [];
  if (!tenant.without.has('machine keys')) noteClaims(state, cells);
  const companions = companionsOf(state, bucket.hour, cells);
  for (const cell of cells) {
    if (cell.kind === 'controller' || cell.kind === 'start') continue;
    for (const observed of observationsOf(tenant, cell)) {
      joinWays(tenant, cell, observed);
      const company = companyOf(state, companions, observed);
      if (company !== undefined) observed.company = company;
      const minutes = minutesOf(tenant, observed);
      if (minutes !== undefined) observed.minutes = minutes;
      if (addToDay(tenant, observed, bucket.hour, strangers)) grown.add(observed.account);
      noteBreach(tenant, observed);
      noteRefusal(state, observed);
      if (state.accounts.get(observed.account)?.service != null) ofServices.push(observed);
    }
  }
  return { grown, observed: ofServices };
}

/** The account's state, created on first use. */
export function accountAt(tenant: Tenant, name: string, day: number): AccountState {
  let account = tenant.state.accounts.get(name);
  if (account === undefined) {
    account = {
      first: day,
      last: day,
      activeDays: 0,
      longestGap: 0,
      novelDays: [],
      service: serviceByName(tenant.register, name),
      signInDays: 0,
      nights: 0,
      hours: [],
      tuples: new Map(),
    };
    tenant.state.accounts.set(name, account);
    if (account.service !== null) countWords(tenant.words, name);
  }
  return account;
}

/** Recognizes service accounts by activity: services and tasks run as them, and nobody signs in as them. */
function recognise(tenant: Tenant, cell: Cell, day: number): void {
  const { account: name, kind } = cell;
  if (!isOfMachine(kind)) return;
  if (name.endsWith('$') && (cell.destination === null || name === `${cell.destination}$`)) return;
  if (!tenant.state.accounts.has(name) && !mayAddAccount(tenant.state)) return;
  const account = accountAt(tenant, name, day);
  if (account.service !== null || account.signInDays > PEOPLE.signIns) return;
  account.service = 'behaviour';
  countWords(tenant.words, name);
}

/** Learns the roles of machines from activity of people and service accounts on them. */
function learnHosts(tenant: Tenant, cell: Cell, day: number, hour: number): void {
  const { state } = tenant;
  const { kind, destination, account } = cell;
  if (destination !== null && !isRefused(kind) && kind !== 'service-ticket' && kind !== 'explicit') {
    const host = hostAt(state, destination, day);
    host.writes = true;
    // A command line names its server, which did not write it.
    if (kind !== 'command') noteWriting(host, hour);
    if (kind === 'controller') host.controller = true;
    if (kind === 'start') host.started = Math.max(host.started ?? 0, cell.last);
  }
  if (!isLogon(kind) || destination === null || account.endsWith('$') || account === '') return;
  const host = hostAt(state, destination, day);
  const source = resolved(tenant, cell);
  const net = cell.address === null ? null : netOf(cell.address);
  if (net !== null) {
    const network = hostAt(state, net, day);
    if (tenant.isPerson(account)) addPerson(network.guests, account);
    else addAccount(network.runs, account);
  }
  if (!tenant.isPerson(account)) {
    if (isOfMachine(kind)) addAccount(host.runs, account);
    return;
  }
  addToSketch(state.people, account);
  if (kind === 'logon:2') {
    addPerson(host.console, account);
    if (host.consoleLast !== day) {
      host.consoleDays += 1;
      host.consoleLast = day;
    }
  } else if (kind === 'logon:10') {
    addPerson(host.remote, account);
    learnOperator(tenant, account, `@${destination}`);
  }
  if (kind === 'logon:3') addVisitor(host, account);
  if (source !== null && source !== destination && (kind === 'logon:3' || kind === 'logon:10'))
    addPerson(hostAt(state, source, day).guests, account);
}

/** Servers keep their addresses; workstations change them, so that earlier ways from one may be another machine's. */
function joinWays(tenant: Tenant, { address, kind }: Cell, observed: DayCell): void {
  if (tenant.without.has('machine keys')) return;
  const { source } = observed;
  if (address === null || source === null || source === address || isRefused(kind)) return;
  const account = tenant.state.accounts.get(observed.account);
  if (account === undefined || account.service === null) return;
  const day = tenant.state.today.get(observed.account);
  if (isWayFrom(account, day, address, observed) && !isOfPeople(tenant.role(source)))
    joinAddress(account, day, address, observed);
}

/** Source machine of a cell: named, or resolved from its address at that time, or the address itself. */
export function resolved(
  tenant: Tenant,
  cell: Pick<Cell, 'source' | 'address' | 'kind' | 'first'>,
): string | null {
  if (cell.source !== null) return cell.source;
  if (cell.address === null) return null;
  const host = hostOfAddress(tenant.state, cell.address, cell.first);
  if (host !== null) return host;
  return isRefused(cell.kind) ? refusingMachine(tenant.state, cell.address) : cell.address;
}

/** Activity of service accounts, and of accounts that may become service accounts. */
function observationsOf(tenant: Tenant, cell: Cell): DayCell[] {
  const { account, kind } = cell;
  const observed: DayCell[] = [];
  const isMachine = account.endsWith('$') && !tenant.isService(account);
  if (kind === 'command') {
    const servers = cell.line === null ? [] : serversOf(cell.line, cell.source);
    if (!isMachine) observed.push(dayCell(cell, { destination: cell.destination ?? servers[0] ?? null }));
  } else if (kind === 'process') {
    if (tenant.isService(account)) observed.push(dayCell(cell, {}));
    observed.push(...usesOf(tenant, cell));
  } else if (!isMachine) {
    const { destination } = cell;
    // Managed service accounts end with a dollar sign, as machines do.
    const isForAccount = kind === 'service-ticket' && tenant.isService(`${destination}$`);
    observed.push(
      dayCell(cell, { source: resolved(tenant, cell), destination: isForAccount ? null : destination }),
    );
  }
  return observed.filter(({ account: name, kind: way }) => {
    if (tenant.isService(name)) return true;
    // Unknown names are an attacker's guesses; they count only as refusals.
    return isRefused(way) || isLogon(way);
  });
}

/**
 * Service accounts whose credentials another account's command line gives, with the server that it names. An account that is only named
 * there is looked up or changed, not used.
 */
function usesOf(tenant: Tenant, cell: Cell): DayCell[] {
  const { line, destination: machine } = cell;
  if (line === null || cell.program === null) return [];
  const names = new Set<string>();
  for (const user of credentialsOf(line)) {
    const name = accountKey(user);
    if (name !== null && (tenant.isService(name) || serviceByName(tenant.register, name) !== null))
      names.add(name);
  }
  const servers =
    names.size === 0 ? [] : connectionOf(line).servers.flatMap((server) => hostKey(server, machine) ?? []);
  names.delete(cell.account);
  const program = cell.program.slice(cell.program.indexOf('>') + 1);
  const actor = isSystemAccount(cell.account) || cell.account.endsWith('$') ? null : cell.account;
  return [...names].sort().map((account) =>
    dayCell(cell, {
      account,
      kind: 'command',
      source: machine,
      destination: servers[0] ?? null,
      program,
      actor,
    }),
  );
}

function serversOf(line: string, own: string | null): string[] {
  return HINT.test(line) || line.includes('-S')
    ? connectionOf(line).servers.flatMap((server) => hostKey(server, own) ?? [])
    : [];
}

function dayCell(cell: Cell, change: Partial<DayCell>): DayCell {
  const { account, kind, source, destination, program, actor, count, first, last, marks } = cell;
  const made = {
    account,
    kind,
    source,
    destination,
    program,
    actor,
    count,
    first,
    last,
    marks: [...marks],
    ...change,
  };
  return { ...made, key: wayKey(made), hours: 0 };
}

/** Adds to an account's day; true if the activity is new for the account at this hour. */
function addToDay(tenant: Tenant, cell: DayCell, hour: number, strangers: { left: number }): boolean {
  const { state } = tenant;
  const account = state.accounts.get(cell.account);
  if (
    account === undefined &&
    isRefused(cell.kind) &&
    (strangers.left <= 0 || serviceByName(tenant.register, cell.account) === null)
  )
    return false;
  if (account === undefined && !mayAddAccount(state)) return false;
  if (account === undefined) strangers.left -= 1;
  const known = accountAt(tenant, cell.account, state.day);
  let day: AccountDay | undefined = state.today.get(cell.account);
  if (day === undefined) {
    day = { cells: new Map(), reported: 0, outside: new Map() };
    state.today.set(cell.account, day);
  }
  const hourOfDay = Math.floor(cell.first / HOUR) % 24;
  const bit = 1 << hourOfDay;
  const present = day.cells.get(cell.key);
  const grown = present === undefined || (present.hours & bit) === 0;
  if (present === undefined) {
    if (day.cells.size >= CELLS_LIMIT) return false;
    day.cells.set(cell.key, noteOddHour(known, { ...cell, hours: bit }, cell, hourOfDay));
  } else {
    present.hours |= bit;
    addCell(present, cell);
    noteOddHour(known, present, cell, hourOfDay);
  }
  if (cell.first < hour * HOUR) joinLate(day, cell);
  if (known.service === null || hour < 0) return false;
  const tuple = known.tuples.get(cell.key);
  return grown && (tuple === undefined || (tuple.hours & bit) === 0);
}

/** Stores a day cell's activity in the hour that is most unusual for the account. */
function noteOddHour(account: AccountState, present: DayCell, cell: DayCell, hour: number): DayCell {
  if (account.activeDays < HABIT.days) return present;
  const surprise = hourSurprise(account, hour);
  const { odd } = present;
  if (odd?.hour === hour) {
    odd.cell.count += cell.count;
    odd.cell.first = Math.min(odd.cell.first, cell.first);
    odd.cell.last = Math.max(odd.cell.last, cell.last);
    for (const mark of cell.marks) addMark(odd.cell.marks, mark);
  } else if (surprise > Math.max(0, odd?.surprise ?? 0)) {
    present.odd = { hour, surprise, cell: { ...cell, marks: [...cell.marks] } };
  }
  return present;
}

/** Learns people's locations from their network logons. A machine is stored under its name if its address is known. */
function learnPresence(tenant: Tenant, cell: Cell): void {
  const { account, kind, destination, first, last } = cell;
  if (kind !== 'logon:3' || account === '' || !tenant.isPerson(account)) return;
  const source = resolved(tenant, cell);
  // Servers run programs of accounts that may not be known as service accounts yet.
  if (source !== null && source !== destination && mayBeOfPeople(tenant.role(source)))
    notePresence(tenant.state, source, account, first, last);
}

const mayBeOfPeople = (role: Role): boolean => isOfPeople(role) || role === 'unknown';

function countPresence(tenant: Tenant, hour: number): void {
  const from = hour * HOUR;
  for (const [name, sessions] of tenant.state.sessions) {
    const isPresent = sessions.some(
      (session) =>
        session.isInferred !== true &&
        session.from < from + HOUR &&
        session.until >= from &&
        tenant.isPerson(session.person),
    );
    const host = isPresent ? tenant.state.hosts.get(name) : undefined;
    if (host !== undefined) host.presentHours += 1;
  }
}

/** Records the service accounts that start a program. */
export function learnProgram(tenant: Tenant, program: string, account: string): void {
  const file = program.slice(program.indexOf('>') + 1);
  const accounts = tenant.state.programs.get(file) ?? [];
  if (accounts.length >= PROGRAM_ACCOUNTS || accounts.includes(account)) return;
  tenant.state.programs.set(file, [...accounts, account]);
}

/** Records a person's administrative activity: service accounts used by the person, and machines entered. */
export function learnOperator(tenant: Tenant, person: string, what: string): void {
  const known = tenant.state.operators.get(person) ?? [];
  if (known.length >= PROGRAM_ACCOUNTS || known.includes(what)) return;
  tenant.state.operators.set(person, [...known, what]);
}
