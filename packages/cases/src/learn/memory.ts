import { DAY } from '@scout/detection/time';
import { isLogon, isRefused, isSignIn } from '../kinds.ts';
import type { AccountDay, AccountState, DayCell, Tuple } from '../state.ts';
import { MACHINES, PEOPLE } from '../weights.ts';
import { learnOperator, learnProgram } from './activity.ts';
import { rememberCompany } from './company.ts';
import { weekdayOf } from './habit.ts';
import { addAccount, addPerson, hostAt } from './hosts.ts';
import { joinMinutes } from './minutes.ts';
import { countWords } from './peers.ts';
import type { Tenant } from './tenant.ts';

export const MEMORY_DAYS = 400;
/** Ways remembered of a service account; the rarest above it are forgotten. */
export const TUPLES_LIMIT = 96;
/** Accounts not known as service accounts keep a few, in case they become service accounts. */
const UNDECIDED_LIMIT = 16;
/** Hours, in UTC, at which no person works every day; a few nights identify a service account in every time zone, but not a person. */
const NIGHT = 0b0000_0000_0000_0000_0001_1111;

/** Ends an account's day: its activity becomes known activity. */
export function remember(tenant: Tenant, name: string, account: AccountState, day: AccountDay): void {
  const { state } = tenant;
  const today = state.day;
  const cells = [...day.cells.values()];
  const isActive = cells.some(({ kind }) => !isRefused(kind));
  if (isActive) {
    if (account.activeDays > 0) account.longestGap = Math.max(account.longestGap, today - account.last);
    account.activeDays += 1;
    account.last = Math.max(account.last, today);
  }
  const hours = cells.reduce((all, cell) => (isRefused(cell.kind) ? all : all | cell.hours), 0);
  for (let hour = 0; hour < 24; hour += 1)
    if ((hours & (1 << hour)) !== 0) {
      while (account.hours.length <= hour) account.hours.push(0);
      account.hours[hour]! += 1;
    }
  if (cells.some(({ kind }) => isSignIn(kind))) account.signInDays += 1;
  if (cells.some(({ hours }) => (hours & NIGHT) !== 0)) account.nights += 1;
  if (account.service === null) {
    if (account.signInDays > 0) {
      account.tuples.clear();
      return;
    }
    if (account.nights >= PEOPLE.nights && account.nights * 2 >= account.activeDays) {
      account.service = 'behaviour';
      countWords(tenant.words, name);
    }
  }
  for (const cell of cells) {
    const tuple = rememberCell(account, cell, today);
    if (account.service === null || isRefused(cell.kind)) continue;
    if (cell.actor !== null && tenant.isPerson(cell.actor)) {
      learnOperator(tenant, cell.actor, name);
      if (cell.destination !== null) addPerson(hostAt(state, cell.destination, today).clients, cell.actor);
    }
    if (cell.kind === 'process' && cell.program !== null) learnProgram(tenant, cell.program, name);
    const isFirst = today - state.firstDay < MACHINES.settledDays;
    if (tuple.days < MACHINES.settledDays && !isFirst) continue;
    if (!isLogon(cell.kind)) continue;
    if (cell.source !== null && cell.source !== cell.destination) {
      addAccount(hostAt(state, cell.source, today).runs, name);
      if (cell.destination !== null) addAccount(hostAt(state, cell.destination, today).users, name);
    }
  }
  forget(account, today);
}

function rememberCell(account: AccountState, cell: DayCell, today: number): Tuple {
  const { kind, source, destination, program, actor } = cell;
  let tuple = account.tuples.get(cell.key);
  if (tuple === undefined) {
    tuple = {
      kind,
      source,
      destination,
      program,
      actor,
      first: today,
      last: today,
      days: 0,
      hours: 0,
      weekdays: 0,
      monthdays: 0,
    };
    account.tuples.set(cell.key, tuple);
  }
  const company = rememberCompany(tuple.company, cell.company);
  if (company !== undefined) tuple.company = company;
  const minutes = joinMinutes(tuple.minutes, cell.minutes);
  if (minutes !== undefined) tuple.minutes = minutes;
  tuple.days += 1;
  tuple.last = Math.max(tuple.last, today);
  tuple.hours |= cell.hours;
  tuple.weekdays |= 1 << weekdayOf(today);
  tuple.monthdays |= 1 << (new Date(today * DAY).getUTCDate() - 1);
  return tuple;
}

/** Drops entries older than the retention, and the rarest above the limit. */
function forget(account: AccountState, today: number): void {
  for (const [key, { last }] of account.tuples) if (today - last > MEMORY_DAYS) account.tuples.delete(key);
  const limit = account.service === null ? UNDECIDED_LIMIT : TUPLES_LIMIT;
  if (account.tuples.size <= limit) return;
  const order = [...account.tuples].sort(
    ([a, x], [b, y]) => y.days - x.days || y.last - x.last || (a < b ? -1 : 1),
  );
  account.tuples = new Map(order.slice(0, limit));
}
