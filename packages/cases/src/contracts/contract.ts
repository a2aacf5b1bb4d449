import { DAY, HOUR } from '@scout/detection/time';
import { isLogon, isRefused } from '../kinds.ts';
import { hostWord } from '../names.ts';
import { permits } from './patterns.ts';

/** An account's expected use, approved by its owner. Lists hold patterns with `*`; an empty list permits any. */
export type Contract = {
  sources: readonly string[];
  destinations: readonly string[];
  /** Kinds of use: `logon:3`, `explicit`, `command` and so on. */
  kinds: readonly string[];
  /** Hours of the day (UTC, 0 to 23). */
  hours: readonly number[];
};

/** One account's activity of one kind within one hour, as stored by the server. */
export type Activity = {
  kind: string;
  source: string | null;
  destination: string | null;
  /** Start of the hour, epoch milliseconds. */
  hour: number;
  count: number;
};

/** A part of an activity that a contract does not permit; `value` is null if the events do not contain it. */
export type Breach = { part: 'source' | 'destination' | 'kind' | 'hour'; value: string | null };

/** Minimum days for activity to be part of an account's use: a contract may have to exclude a single occurrence. */
const USUAL_DAYS = 2;
/** Maximum names in a readable contract; above it the part permits any. */
const NAMES_LIMIT = 50;

/** Kinds that count as use of an account. Tickets and processes follow from these, changes are done to the account, refusals are no use. */
export function isUse(kind: string): boolean {
  return isLogon(kind) || kind === 'explicit' || kind === 'command';
}

/** Proposes a contract that permits activity of at least two days, for its owner to correct and approve; null without such activity. */
export function proposeContract(activity: Iterable<Activity>): Contract | null {
  const days = {
    sources: new Map<string, Set<number>>(),
    destinations: new Map<string, Set<number>>(),
    kinds: new Map<string, Set<number>>(),
    hours: new Map<number, Set<number>>(),
  };
  for (const { kind, source, destination, hour } of activity) {
    if (!isUse(kind)) continue;
    const day = Math.floor(hour / DAY);
    note(days.kinds, kind, day);
    note(days.hours, hourOfDay(hour), day);
    if (source !== null) note(days.sources, source, day);
    if (destination !== null) note(days.destinations, destination, day);
  }
  const kinds = usual(days.kinds).sort();
  if (kinds.length === 0) return null;
  return {
    sources: readable(usual(days.sources)),
    destinations: readable(usual(days.destinations)),
    kinds,
    hours: withNeighbours(usual(days.hours)),
  };
}

/** Parts of an activity that a contract does not permit; empty if none. */
export function checkContract(contract: Contract, activity: Activity): Breach[] {
  const { kind, source, destination, hour } = activity;
  const breaches: Breach[] = [];
  const wasRefused = isRefused(kind);
  if (!isUse(kind) && !wasRefused) return breaches;
  // Local logons have no source, and most events omit one of the machines at times: a missing machine is not a breach.
  if (source !== null && !permits(contract.sources, source)) breaches.push({ part: 'source', value: source });
  if (destination !== null && !permits(contract.destinations, destination))
    breaches.push({ part: 'destination', value: destination });
  if (!wasRefused && !permits(contract.kinds, kind)) breaches.push({ part: 'kind', value: kind });
  const at = hourOfDay(hour);
  if (!wasRefused && contract.hours.length > 0 && !contract.hours.includes(at))
    breaches.push({ part: 'hour', value: `${String(at).padStart(2, '0')}:00` });
  return breaches;
}

/** Identical for breaches of the same matter: the same parts with the same values, at any hour. */
export function breachWay(breaches: readonly Breach[]): string {
  return JSON.stringify(breaches.map(({ part, value }) => (part === 'hour' ? [part] : [part, value])));
}

/** Ways outside a contract reported per account and day; refusals are a separate way. */
export const OUTSIDE_LIMIT = 32;

/** Key of a way outside a contract within a day. */
export function outsideKey(way: string, kind: string): string {
  return `${isRefused(kind) ? 'refused' : 'used'} ${way}`;
}

/** Breaches as the second half of a sentence: "outside its contract: from PC7, at 03:00 UTC". */
export function breachWords(breaches: readonly Breach[]): string {
  const words = new Set(breaches.map(({ part, value }) => BREACHES[part](value ?? 'somewhere')));
  return `outside its contract: ${[...words].join(', ')}`;
}

const BREACHES: Readonly<Record<Breach['part'], (value: string) => string>> = {
  source: (value) => `from ${hostWord(value)}`,
  destination: (value) => `to ${hostWord(value)}`,
  kind: (value) => `by ${value}`,
  hour: (value) => `at ${value} UTC`,
};

function hourOfDay(time: number): number {
  return Math.floor(time / HOUR) % 24;
}

function note<T>(days: Map<T, Set<number>>, name: T, day: number): void {
  const seen = days.get(name);
  if (seen === undefined) days.set(name, new Set([day]));
  else seen.add(day);
}

function usual<T>(days: ReadonlyMap<T, ReadonlySet<number>>): T[] {
  return [...days].filter(([, seen]) => seen.size >= USUAL_DAYS).map(([name]) => name);
}

function readable(names: string[]): string[] {
  return names.length > NAMES_LIMIT ? [] : names.sort();
}

/** Hours with their neighbors, because a job may be an hour late; empty if that is nearly the whole day. */
function withNeighbours(hours: readonly number[]): number[] {
  const all = new Set(hours.flatMap((hour) => [(hour + 23) % 24, hour, (hour + 1) % 24]));
  return all.size >= 22 ? [] : [...all].sort((a, b) => a - b);
}
