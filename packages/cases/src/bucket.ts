export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Record ids kept for one cell as its evidence. */
const RECORDS = 6;
/**
 * Cells of one hour: those of refusals, whose names anybody on the network can invent, and all others, each with a room of its own, so
 * that a flood neither fills the memory nor pushes out what was let in.
 */
const LIMITS = { refused: 10_000, other: 40_000, sessions: 20_000 } as const;
/** A bucket may exceed its limits by this factor before it is cut. */
const SLACK = 1.25;

/** An event's time, its record on the machine that wrote it, and its identity where it is stored. */
export type Mark = { time: number; record: string; event: string };

/**
 * One account's activity of one kind in one hour. `kind` is `logon:N` (logon type), `refused:REASON`, `explicit` (4648), `process` and
 * `command` (4688 of the account and of somebody whose command line may name an account), `ticket`, `service-ticket` and `ntlm`
 * (what a domain controller writes).
 */
export type Cell = {
  account: string;
  kind: string;
  /** Name of the machine that the event says it came from. */
  source: string | null;
  address: string | null;
  destination: string | null;
  program: string | null;
  /** The person who used the account, when the event names one. */
  actor: string | null;
  /** A command line, for `command` and `process` alone. */
  line: string | null;
  count: number;
  first: number;
  last: number;
  marks: Mark[];
};

/** A sign-in or sign-off of somebody at a machine. */
export type SessionFact = Mark & {
  account: string;
  host: string;
  type: 'start' | 'end';
  source: string | null;
  logonId: string | null;
};

/** Everything of one hour, folded; the same whatever the order of its events. */
export type Bucket = { hour: number; cells: Map<string, Cell>; refused: number; sessions: SessionFact[] };

/** @param hour hours since 1970 (UTC) */
export function emptyBucket(hour: number): Bucket {
  return { hour, cells: new Map(), refused: 0, sessions: [] };
}

/** Adds a cell, which becomes the bucket's own, to what is there of the same kind. */
export function addCell(bucket: Bucket, cell: Cell): void {
  const { account, kind, source, address, destination, program, actor, line } = cell;
  const key = cellKey(account, kind, source, address, destination, program, actor, line);
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

/** Adds a cell of which the bucket has none yet. */
export function insertCell(bucket: Bucket, key: string, cell: Cell): void {
  const { cells } = bucket;
  cells.set(key, cell);
  if (isRefused(cell)) {
    bucket.refused += 1;
    if (bucket.refused > LIMITS.refused * SLACK) trimBucket(bucket);
  } else if (cells.size - bucket.refused > LIMITS.other * SLACK) trimBucket(bucket);
}

export function addSession(bucket: Bucket, fact: SessionFact): void {
  bucket.sessions.push(fact);
  if (bucket.sessions.length > LIMITS.sessions * SLACK) trimBucket(bucket);
}

/**
 * Cuts a bucket to its limits. What stays has the smallest hashes of all that ever came, so what is kept, and its counts, do not depend on
 * the order in which it came, nor on how often the bucket was cut in between.
 */
export function trimBucket(bucket: Bucket): void {
  const { cells, refused } = bucket;
  if (refused > LIMITS.refused || cells.size - refused > LIMITS.other) {
    const order = [...cells].map(([key, cell]) => ({ key, cell, hash: hashOf(key) })).sort(byHash);
    const rejected = order.filter(({ cell }) => isRefused(cell)).slice(LIMITS.refused);
    const others = order.filter(({ cell }) => !isRefused(cell)).slice(LIMITS.other);
    for (const { key } of [...rejected, ...others]) cells.delete(key);
    bucket.refused -= rejected.length;
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
export function cellKey(
  account: string,
  kind: string,
  source: string | null,
  address: string | null,
  destination: string | null,
  program: string | null,
  actor: string | null,
  line: string | null,
): string {
  return `${account}\u0001${kind}\u0001${source ?? ''}\u0001${address ?? ''}\u0001${destination ?? ''}\u0001${program ?? ''}\u0001${actor ?? ''}\u0001${line ?? ''}`;
}

const isRefused = ({ kind }: Cell): boolean => kind.startsWith('refused');

/** FNV-1a with a last mixing, as 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function byHash(a: { hash: number; key: string }, b: { hash: number; key: string }): number {
  return a.hash - b.hash || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** False when a mark of this time comes after all that are kept. */
export function mayMark(marks: readonly Mark[], time: number): boolean {
  return marks.length < RECORDS || time <= marks[RECORDS - 1]!.time;
}

/** Keeps the earliest marks, in order of time and record, so that any order of events leaves the same. */
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
