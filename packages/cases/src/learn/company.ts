import { HOUR } from '@scout/detection/time';
import { addMark, type Cell } from '../fold/bucket.ts';
import { isAddress } from '../names.ts';
import type { AccountDay, AccountState, Company, DayCell, HostState, TenantState, Tuple } from '../state.ts';
import { COMPANY } from '../weights.ts';

/** Companions of a network logon, shortly before it on the machine that it comes from: a task's batch logon, and a program. */
export const COMPANIONS = ['batch', 'program'] as const;
export type Companion = (typeof COMPANIONS)[number];

/** Known times of one companion in an hour; after the last one some are unknown until `until`, if there were more than are kept. */
type Times = { known: number[]; until: number | null };
type Seen = Map<string, Times>;
/** By companion, account and machine; and the machines of each account. */
type Companions = { seen: Seen; machines: Map<string, Set<string>> };

const companionOf = (kind: string): Companion | null =>
  kind === 'logon:4' ? 'batch' : kind === 'process' ? 'program' : null;
export const isCompanion = (kind: string): boolean => companionOf(kind) !== null;

const keyOf = (companion: Companion, account: string, machine: string) =>
  `${companion}|${account}|${machine}`;

/** Companions of service accounts in an hour's cells and at the end of the hour before; the end of this hour is kept for the next one. */
export function companionsOf(state: TenantState, hour: number, cells: readonly Cell[]): Companions {
  const seen: Seen = new Map();
  for (const [key, time] of state.companions) seen.set(key, { known: [time], until: null });
  for (const { kind, account, destination, marks, count, last } of cells) {
    const companion = companionOf(kind);
    if (companion === null || destination === null) continue;
    if (state.accounts.get(account)?.service == null) continue;
    const key = keyOf(companion, account, destination);
    const times = seen.get(key) ?? { known: [], until: null };
    for (const { time } of marks) times.known.push(time);
    if (count > marks.length) times.until = Math.max(times.until ?? 0, last);
    seen.set(key, times);
  }
  state.companions = new Map();
  const end = (hour + 1) * HOUR - COMPANY.window;
  const machines: Companions['machines'] = new Map();
  for (const [key, { known, until }] of seen) {
    const last = Math.max(until ?? 0, ...known);
    if (last >= end) state.companions.set(key, last);
    const [, account, machine] = key.split('|') as [string, string, string];
    const ofAccount = machines.get(account);
    if (ofAccount === undefined) machines.set(account, new Set([machine]));
    else ofAccount.add(machine);
  }
  return { seen, machines };
}

/**
 * Compares each kept event of a network logon's hour with its account's companions; undefined for other activity, and for a way that
 * has come without them before: it never has constant company again.
 */
export function companyOf(
  { accounts }: TenantState,
  companions: Companions,
  cell: DayCell,
): Company | undefined {
  const { kind, account, source, destination, marks, count } = cell;
  if (kind !== 'logon:3' || source === null || source === destination) return undefined;
  const of = accounts.get(account);
  if (of === undefined || of.service === null) return undefined;
  const known = of.tuples.get(cell.key)?.company;
  if (known !== undefined && constantIn(known).length === 0) return undefined;
  const at = isAddress(source) ? (known?.at ?? machineBefore(companions, cell)) : undefined;
  if (isAddress(source) && at === undefined) return undefined;
  const company: Company = {
    total: count,
    compared: 0,
    ...(at !== undefined && { at }),
    with: {},
    without: {},
  };
  const times = COMPANIONS.map((companion) => companions.seen.get(keyOf(companion, account, at ?? source)));
  for (const mark of marks) {
    const found = times.map((known) => isWith(known, mark.time));
    if (found.includes(null)) continue;
    company.compared += 1;
    COMPANIONS.forEach((companion, i) => {
      if (found[i]) company.with[companion] = (company.with[companion] ?? 0) + 1;
      else company.without[companion] = [...(company.without[companion] ?? []), mark];
    });
  }
  return company;
}

/**
 * The machine of an address, as far as company tells it: the only one of which a companion of the account came shortly before each of its
 * logons. Kerberos names no workstation, and most logons of jobs are Kerberos'.
 */
function machineBefore({ seen, machines }: Companions, { account, marks }: DayCell): string | undefined {
  let found: string | undefined;
  for (const machine of machines.get(account) ?? []) {
    const isBeforeAll = COMPANIONS.some((companion) => {
      const times = seen.get(keyOf(companion, account, machine));
      return marks.every(({ time }) => isWith(times, time) === true);
    });
    if (!isBeforeAll) continue;
    if (found !== undefined) return undefined;
    found = machine;
  }
  return found;
}

/** The machine that a way's companions come along on. */
const placeOf = ({ source, company }: Pick<Tuple, 'source' | 'company'>): string | null =>
  company?.at ?? source;

/** True when a companion came shortly before; null if that is unknown. */
function isWith(times: Times | undefined, time: number): boolean | null {
  if (times === undefined) return false;
  if (times.known.some((known) => isBefore(known, time))) return true;
  const { known, until } = times;
  return until !== null && time > Math.max(...known) && time <= until + COMPANY.window ? null : false;
}

/** True for an event within the time from a companion to what belongs to it. */
export const isBefore = (companion: number, time: number): boolean =>
  companion <= time && time - companion <= COMPANY.window;

/** Adds an hour's company to a day's way. */
export function addCompany(present: DayCell, { company }: DayCell): void {
  if (company === undefined) return;
  const known = present.company;
  if (known === undefined) {
    present.company = company;
    return;
  }
  known.total += company.total;
  known.compared += company.compared;
  for (const companion of COMPANIONS) {
    known.with[companion] = (known.with[companion] ?? 0) + (company.with[companion] ?? 0);
    const alone = known.without[companion] ?? [];
    for (const mark of company.without[companion] ?? []) addMark(alone, mark);
    known.without[companion] = alone;
  }
}

/** A companion that a machine sent late joins the logons that waited for it on that day. */
export function joinLate(day: AccountDay, late: DayCell): void {
  const companion = companionOf(late.kind);
  if (companion === null || late.destination === null) return;
  for (const { source, company } of day.cells.values()) {
    const alone = company?.without[companion];
    if (company === undefined || alone === undefined) continue;
    if ((company.at ?? source) !== late.destination) continue;
    const left = alone.filter(({ time }) => !late.marks.some((mark) => isBefore(mark.time, time)));
    company.with[companion] = (company.with[companion] ?? 0) + alone.length - left.length;
    company.without[companion] = left;
  }
}

/** A day's company becomes a way's known company. */
export function rememberCompany(known: Company | undefined, day: Company | undefined): Company | undefined {
  if (day === undefined || day.compared === 0) return known;
  const total = known ?? { total: 0, compared: 0, ...(day.at && { at: day.at }), with: {}, without: {} };
  total.total += day.total;
  total.compared += day.compared;
  for (const companion of COMPANIONS) {
    const count = (total.with[companion] ?? 0) + (day.with[companion] ?? 0);
    if (count > 0) total.with[companion] = count;
  }
  return total;
}

/** Company of two ways that turn out to be one. */
export function addKnownCompany(one: Company | undefined, other: Company | undefined): Company | undefined {
  return one === undefined ? other : rememberCompany(one, other);
}

/** Companions that came with every event of a way on enough days to be missed. */
export function constantCompanions(tuple: Tuple | undefined): Companion[] {
  const known = tuple?.company;
  if (tuple === undefined || known === undefined) return [];
  return tuple.days < COMPANY.days || known.compared < COMPANY.events ? [] : constantIn(known);
}

const constantIn = (known: Company): Companion[] =>
  COMPANIONS.filter((companion) => known.with[companion] === known.compared);

/** True for a way's day with all of its constant company, and for a batch logon or program that is the company of another way. */
export function isAccompanied(account: AccountState, cell: DayCell): boolean {
  const constant = constantCompanions(account.tuples.get(cell.key));
  if (constant.length > 0)
    return constant.every((companion) => (cell.company?.without[companion]?.length ?? 0) === 0);
  const companion = companionOf(cell.kind);
  if (companion === null || cell.destination === null) return false;
  for (const tuple of account.tuples.values())
    if (placeOf(tuple) === cell.destination && constantCompanions(tuple).includes(companion)) return true;
  return false;
}

/**
 * True when nothing has come from a machine for longer than its longest pause before, up to the last hour in which any machine wrote, while
 * most other machines with service accounts kept to theirs.
 */
export function hasFallenSilent({ hosts }: TenantState, machine: string): boolean {
  const host = hosts.get(machine);
  if (host === undefined || host.wrote < 0) return false;
  let end = 0;
  for (const { wrote } of hosts.values()) end = Math.max(end, wrote);
  return end - host.wrote > Math.max(1, host.pause) && !areMostSilent(hosts, host, end);
}

/** Records that a machine's agent wrote in an hour. */
export function noteWriting(host: HostState, hour: number): void {
  if (hour <= host.wrote) return;
  if (host.wrote >= 0) host.pause = Math.max(host.pause, hour - host.wrote);
  host.wrote = hour;
}

/**
 * True when a machine's agent may have fallen silent around an hour: nothing came from it then or later, for longer than its longest
 * pause before, while most other machines with service accounts kept to theirs.
 */
export function mayBeSilent(state: TenantState, machine: string, hour: number): boolean {
  const host = state.hosts.get(machine);
  if (host === undefined || host.wrote < 0) return true;
  if (host.wrote >= hour) return false;
  const end = Math.max(hour, (state.day + 1) * 24 - 1);
  if (end - host.wrote <= host.pause) return false;
  return !areMostSilent(state.hosts, host, end);
}

/** True when half of the other machines with service accounts, or more, paused longer than ever before at an hour: nothing is known then. */
function areMostSilent(hosts: TenantState['hosts'], host: HostState, hour: number): boolean {
  let silent = 0;
  let others = 0;
  for (const other of hosts.values()) {
    if (other === host || other.wrote < 0 || other.runs.length === 0) continue;
    others += 1;
    if (hour - other.wrote > other.pause) silent += 1;
  }
  return silent * 2 >= others;
}
