import { isRefused, type Kind } from '../kinds.ts';
import { type Ticket, ticketKey } from './tickets.ts';

/** Record ids stored per cell, and per verdict, as evidence. */
export const RECORDS = 6;
/**
 * Cells of one hour: refusals, whose names anybody on the network can invent, and all others, sessions and tickets, with separate limits,
 * so that a flood neither fills memory nor displaces successful activity.
 */
const LIMITS = { refused: 10_000, other: 40_000, sessions: 20_000, tickets: 20_000 } as const;
/** Factor by which a bucket may exceed its limits before it is cut. */
const SLACK = 1.25;

/** An event's time, its record on the machine that wrote it, and its stored identity. */
export type Mark = { time: number; record: string; event: string };

/**
 * A way of using an account. `kind` is `logon:N` (logon type), `refused:REASON`, `explicit` (4648),
 * `process` and `command` (4688 of the account, and of another one whose command line may name an account), `ticket`,
 * `service-ticket` and `ntlm` (written by a domain controller).
 */
export type Way = {
  account: string;
  kind: Kind;
  /** Name of the source machine in the event. */
  source: string | null;
  address: string | null;
  destination: string | null;
  program: string | null;
  /** Person who used the account, if the event names one. */
  actor: string | null;
  /** A command line, only for `command` and `process`. */
  line: string | null;
};

/** The named parts of a way. */
export type NamedWay = Pick<Way, 'account' | 'kind'> & Partial<Way>;

/** All events of one way in one hour. */
export type Cell = Way & {
  count: number;
  first: number;
  last: number;
  marks: Mark[];
};

/** A sign-in or sign-off of a person at a machine. */
export type SessionFact = Mark & {
  account: string;
  host: string;
  type: 'start' | 'end';
  source: string | null;
  logonId: string | null;
};

/** All folded activity of one hour; independent of the order of events. */
export type Bucket = {
  hour: number;
  cells: Map<string, Cell>;
  refused: number;
  sessions: SessionFact[];
  tickets: Map<string, Ticket>;
};

/** @param hour hours since 1970 (UTC) */
export function emptyBucket(hour: number): Bucket {
  return { hour, cells: new Map(), refused: 0, sessions: [], tickets: new Map() };
}

/** Merges a cell, which the bucket then owns, into the existing cell of the same key. */
export function addCell(bucket: Bucket, cell: Cell): void {
  const key = cellKey(cell);
  const present = bucket.cells.get(key);
  if (present !== undefined) {
    present.count += cell.count;
    if (cell.first < present.first) present.first = cell.first;
    if (cell.last > present.last) present.last = cell.last;
    for (const mark of cell.marks) addMark(present.marks, mark);
    return;
  }
  insertCell(bucket, key, cell);
}

/** Adds a cell with a new key. */
export function insertCell(bucket: Bucket, key: string, cell: Cell): void {
  const { cells } = bucket;
  cells.set(key, cell);
  if (isRefused(cell.kind)) {
    bucket.refused += 1;
    if (bucket.refused > LIMITS.refused * SLACK) trimBucket(bucket);
  } else if (cells.size - bucket.refused > LIMITS.other * SLACK) trimBucket(bucket);
}

export function addSession(bucket: Bucket, fact: SessionFact): void {
  bucket.sessions.push(fact);
  if (bucket.sessions.length > LIMITS.sessions * SLACK) trimBucket(bucket);
}

/** Merges requests of tickets, which the bucket then owns. */
export function addTicket(bucket: Bucket, ticket: Ticket, key = ticketKey(ticket)): void {
  const present = bucket.tickets.get(key);
  if (present !== undefined) {
    present.count += ticket.count;
    if (ticket.first < present.first) present.first = ticket.first;
    if (ticket.last > present.last) present.last = ticket.last;
    for (const mark of ticket.marks) addMark(present.marks, mark);
    return;
  }
  bucket.tickets.set(key, ticket);
  if (bucket.tickets.size > LIMITS.tickets * SLACK) trimBucket(bucket);
}

/**
 * Cuts a bucket to its limits. Keeps the smallest hashes of all cells ever added, so that the result and its counts depend
 * neither on the order of cells nor on intermediate cuts.
 */
export function trimBucket(bucket: Bucket): void {
  const { cells, refused } = bucket;
  if (refused > LIMITS.refused || cells.size - refused > LIMITS.other) {
    const order = [...cells].map(([key, cell]) => ({ key, cell, hash: hashOf(key) })).sort(byHash);
    const rejected = order.filter(({ cell }) => isRefused(cell.kind)).slice(LIMITS.refused);
    const others = order.filter(({ cell }) => !isRefused(cell.kind)).slice(LIMITS.other);
    for (const { key } of [...rejected, ...others]) cells.delete(key);
    bucket.refused -= rejected.length;
  }
  if (bucket.tickets.size > LIMITS.tickets) {
    const order = [...bucket.tickets.keys()].map((key) => ({ key, hash: hashOf(key) })).sort(byHash);
    for (const { key } of order.slice(LIMITS.tickets)) bucket.tickets.delete(key);
  }
  if (bucket.sessions.length > LIMITS.sessions) {
    const order = bucket.sessions.map((fact) => {
      const key = `${fact.host}\u0001${fact.account}\u0001${fact.time}\u0001${fact.type}\u0001${fact.record}\u0001${fact.event}`;
      return { key, fact, hash: hashOf(key) };
    });
    bucket.sessions = order
      .sort(byHash)
      .slice(0, LIMITS.sessions)
      .map(({ fact }) => fact);
  }
}

/** Key of a cell in its bucket. */
export function cellKey({
  account,
  kind,
  source,
  address,
  destination,
  program,
  actor,
  line,
}: NamedWay): string {
  return `${account}\u0001${kind}\u0001${source ?? ''}\u0001${address ?? ''}\u0001${destination ?? ''}\u0001${program ?? ''}\u0001${actor ?? ''}\u0001${line ?? ''}`;
}

/** FNV-1a with a final mixing step, as 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function byHash(a: { hash: number; key: string }, b: { hash: number; key: string }): number {
  return a.hash - b.hash || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** False when a mark of this time is later than all stored ones. */
export function mayMark(marks: readonly Mark[], time: number): boolean {
  return marks.length < RECORDS || time <= marks[RECORDS - 1]!.time;
}

/** Keeps the earliest marks, by time and record, independent of the order of events. */
export function addMark(marks: Mark[], mark: Mark): void {
  const last = marks[marks.length - 1];
  if (marks.length >= RECORDS && last !== undefined && compareMarks(mark, last) >= 0) return;
  let at = marks.length;
  while (at > 0 && compareMarks(mark, marks[at - 1]!) < 0) at -= 1;
  marks.splice(at, 0, mark);
  if (marks.length > RECORDS) marks.length = RECORDS;
}

export function compareMarks(a: Mark, b: Mark): number {
  return (
    a.time - b.time ||
    (a.record < b.record ? -1 : a.record > b.record ? 1 : a.event < b.event ? -1 : a.event > b.event ? 1 : 0)
  );
}
