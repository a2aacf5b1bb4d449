import { addMark } from '../fold/bucket.ts';
import type { AccountDay, AccountState, DayCell, Tuple } from '../state.ts';
import { addCompany, addKnownCompany } from './company.ts';
import { addMinutes, joinMinutes } from './minutes.ts';

/** The key of a way. */
export function wayKey(way: Pick<Tuple, 'kind' | 'source' | 'destination' | 'program' | 'actor'>): string {
  const { kind, source, destination, program, actor } = way;
  return `${kind}|${source ?? ''}|${destination ?? ''}|${program ?? ''}|${actor ?? ''}`;
}

/** True when the account has a way like this one from an address, before today or on it. */
export function isWayFrom(
  { tuples }: AccountState,
  day: AccountDay | undefined,
  address: string,
  way: DayCell,
): boolean {
  const key = wayKey({ ...way, source: address });
  return tuples.has(key) || day?.cells.has(key) === true;
}

/**
 * One machine has one key: once the machine of an address is known, an account's ways from the address are ways from the machine, so that
 * neither is new because of the other, and what came along with one came along with both.
 * @param way a way from the machine
 */
export function joinAddress(
  account: AccountState,
  day: AccountDay | undefined,
  address: string,
  way: DayCell,
): void {
  for (const [known, tuple] of [...account.tuples]) {
    if (tuple.source !== address) continue;
    account.tuples.delete(known);
    const moved = { ...tuple, source: way.source };
    const present = account.tuples.get(wayKey(moved));
    if (present === undefined) account.tuples.set(wayKey(moved), moved);
    else addTuple(present, moved);
  }
  for (const [known, cell] of [...(day?.cells ?? [])]) {
    if (cell.source !== address) continue;
    day!.cells.delete(known);
    cell.source = way.source;
    cell.key = wayKey(cell);
    if (cell.odd !== undefined) cell.odd.cell.source = way.source;
    const present = day!.cells.get(cell.key);
    if (present === undefined) day!.cells.set(cell.key, cell);
    else addCell(present, cell);
  }
}

function addTuple(present: Tuple, other: Tuple): void {
  present.first = Math.min(present.first, other.first);
  present.last = Math.max(present.last, other.last);
  // Both may be of one day.
  present.days = Math.min(present.days + other.days, present.last - present.first + 1);
  present.hours |= other.hours;
  present.weekdays |= other.weekdays;
  present.monthdays |= other.monthdays;
  const company = addKnownCompany(present.company, other.company);
  if (company !== undefined) present.company = company;
  const minutes = joinMinutes(present.minutes, other.minutes);
  if (minutes !== undefined) present.minutes = minutes;
}

/** Adds a cell of the same way and day. */
export function addCell(present: DayCell, other: DayCell): void {
  present.hours |= other.hours;
  present.count += other.count;
  present.first = Math.min(present.first, other.first);
  present.last = Math.max(present.last, other.last);
  for (const mark of other.marks) addMark(present.marks, mark);
  addCompany(present, other);
  addMinutes(present, other);
}
