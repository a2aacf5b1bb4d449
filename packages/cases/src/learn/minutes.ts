import { HOUR } from '@scout/detection/time';
import { addMark } from '../fold/bucket.ts';
import type { DayCell, Minutes, Tuple } from '../state.ts';
import { MINUTES } from '../weights.ts';
import type { Tenant } from './tenant.ts';

const MINUTE = 60_000;
/** Minutes in one mask: 60 are too many for one number with 32 bits. */
const HALF = 30;

export const minuteOf = (time: number): number => Math.floor((time % HOUR) / MINUTE);

/**
 * Minutes of the hour of a service account's network logons, and the logons outside those that its way has kept; undefined for other
 * activity. Null for a way without a schedule, and for more logons in an hour than the times that are kept.
 */
export function minutesOf({ state, isService }: Tenant, cell: DayCell): Minutes | null | undefined {
  const { kind, source, destination, marks, count } = cell;
  if (kind !== 'logon:3' && kind !== 'logon:8') return undefined;
  if (source === null || source === destination || !isService(cell.account)) return undefined;
  const tuple = state.accounts.get(cell.account)?.tuples.get(cell.key);
  if (tuple?.minutes === null || count > marks.length) return null;
  const minutes: Minutes = { masks: [0, 0], events: count };
  for (const { time } of marks) setMinute(minutes, minuteOf(time));
  const kept = scheduleOf(tuple);
  const off = kept === null ? [] : marks.filter(({ time }) => !isNear(kept, minuteOf(time)));
  if (off.length > 0) minutes.off = off;
  return minutes;
}

/** Adds the minutes of an hour to those of a way's day. */
export function addMinutes(present: DayCell, { minutes }: DayCell): void {
  if (minutes === undefined) return;
  if (minutes === null || present.minutes === null) {
    present.minutes = null;
    return;
  }
  const known = present.minutes;
  present.minutes = joined(known, minutes);
  if (known?.off === undefined && minutes.off === undefined) return;
  const off = [...(known?.off ?? [])];
  for (const mark of minutes.off ?? []) addMark(off, mark);
  present.minutes.off = off;
}

/** The minutes of two ways that are one, or of a way and a further day; null when they are too many for a schedule. */
export function joinMinutes(
  known: Minutes | null | undefined,
  further: Minutes | null | undefined,
): Minutes | null | undefined {
  if (known === undefined && further === undefined) return undefined;
  if (known === null || further === null) return null;
  const sum = joined(known, further);
  return covered(sum) > MINUTES.most ? null : sum;
}

function joined(one: Minutes | undefined, other: Minutes | undefined): Minutes {
  return {
    masks: [0, 1].map((half) => (one?.masks[half] ?? 0) | (other?.masks[half] ?? 0)) as [number, number],
    events: (one?.events ?? 0) + (other?.events ?? 0),
  };
}

/** The minutes of a way that kept to few of them often enough for others to be unusual; null for any other way. */
export function scheduleOf(tuple: Tuple | undefined): Minutes | null {
  const known = tuple?.minutes;
  if (tuple === undefined || known === undefined || known === null) return null;
  return tuple.days < MINUTES.days || known.events < MINUTES.events ? null : known;
}

/** Runs of consecutive kept minutes, from the first of each to its last. */
export function runsOf(minutes: Minutes): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    if (!hasMinute(minutes, minute)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[1] === minute - 1) run[1] = minute;
    else runs.push([minute, minute]);
  }
  return runs;
}

function setMinute({ masks }: Minutes, minute: number): void {
  const half = minute < HALF ? 0 : 1;
  masks[half] |= 1 << (minute % HALF);
}

const hasMinute = ({ masks }: Minutes, minute: number): boolean =>
  (masks[minute < HALF ? 0 : 1] & (1 << (minute % HALF))) !== 0;

/** True within the tolerance of a kept minute; the hour is a circle. */
function isNear(minutes: Minutes, minute: number): boolean {
  for (let by = -MINUTES.tolerance; by <= MINUTES.tolerance; by += 1)
    if (hasMinute(minutes, (minute + by + 60) % 60)) return true;
  return false;
}

/** Minutes of the hour that a logon may come at without being unusual. */
function covered(minutes: Minutes): number {
  let count = 0;
  for (let minute = 0; minute < 60; minute += 1) if (isNear(minutes, minute)) count += 1;
  return count;
}
