import type { NormalisedRow } from '@scout/detection';
import { perLike } from '@scout/detection/remember';
import { HOUR } from '@scout/detection/time';
import type { Kind } from '../kinds.ts';
import {
  addCell,
  addSession,
  addTicket,
  type Bucket,
  type Cell,
  emptyBucket,
  type Mark,
  type SessionFact,
} from './bucket.ts';
import { foldEvent, traceOf } from './fold.ts';
import { WEAKNESSES } from './tickets.ts';

/** Version of the text; other versions are rejected. */
const VERSION = 1;

const traceLike = perLike(traceOf);

/** Activity of accounts in one batch, by hour. */
export class ActivityFold {
  readonly #buckets = new Map<number, Bucket>();

  /**
   * @param time epoch milliseconds; @param line number of the event in its batch, from 0; @param like an earlier row that
   * differs only in varying columns
   */
  add(row: NormalisedRow, time: number, line: number, like?: NormalisedRow): void {
    const hour = Math.floor(time / HOUR);
    let bucket = this.#buckets.get(hour);
    if (bucket === undefined) {
      bucket = emptyBucket(hour);
      this.#buckets.set(hour, bucket);
    }
    foldEvent(bucket, row, time, String(line), traceLike(row, like));
  }

  /** A text for each hour with activity, in order of hours. */
  parts(): { hour: number; body: string }[] {
    return [...this.#buckets.values()]
      .filter(({ cells, sessions }) => cells.size > 0 || sessions.length > 0)
      .sort((a, b) => a.hour - b.hour)
      .map((bucket) => ({ hour: bucket.hour, body: writePart(bucket) }));
  }
}

type WrittenMark = [time: number, record: string, event: string];
/** Texts are indexes into `texts`; times are milliseconds after the start of the hour. */
type Written = {
  version: number;
  texts: string[];
  /** account, kind, source, address, destination, program, actor, line, count, first, last, marks */
  cells: [...(number | null)[], WrittenMark[]][];
  /** start, account, host, source, logon id, time, record, event */
  sessions: [number, number, number, number | null, number | null, number, string, string][];
  /** requester, service, source, address, open, place in WEAKNESSES, count, first, last, marks; absent in earlier texts */
  tickets?: [...(number | null)[], WrittenMark[]][];
};

/** A bucket as text: any number of texts, merged in any order, give the bucket of all their events. */
export function writePart(bucket: Bucket): string {
  const begin = bucket.hour * HOUR;
  const places = new Map<string, number>();
  const place = (text: string): number => {
    let at = places.get(text);
    if (at === undefined) {
      at = places.size;
      places.set(text, at);
    }
    return at;
  };
  const optional = (text: string | null) => (text === null ? null : place(text));
  const cells = [...bucket.cells.values()].map((cell): Written['cells'][number] => [
    place(cell.account),
    place(cell.kind),
    optional(cell.source),
    optional(cell.address),
    optional(cell.destination),
    optional(cell.program),
    optional(cell.actor),
    optional(cell.line),
    cell.count,
    cell.first - begin,
    cell.last - begin,
    cell.marks.map(({ time, record, event }): WrittenMark => [time - begin, record, event]),
  ]);
  const sessions = bucket.sessions.map((fact): Written['sessions'][number] => [
    fact.type === 'start' ? 1 : 0,
    place(fact.account),
    place(fact.host),
    optional(fact.source),
    optional(fact.logonId),
    fact.time - begin,
    fact.record,
    fact.event,
  ]);
  const tickets = [...bucket.tickets.values()].map((ticket): [...(number | null)[], WrittenMark[]] => [
    place(ticket.requester),
    optional(ticket.service),
    optional(ticket.source),
    optional(ticket.address),
    ticket.isOpen ? 1 : 0,
    ticket.weakness === null ? null : WEAKNESSES.indexOf(ticket.weakness),
    ticket.count,
    ticket.first - begin,
    ticket.last - begin,
    ticket.marks.map(({ time, record, event }): WrittenMark => [time - begin, record, event]),
  ]);
  return JSON.stringify({
    version: VERSION,
    texts: [...places.keys()],
    cells,
    sessions,
    ...(tickets.length > 0 && { tickets }),
  } satisfies Written);
}

/**
 * Adds a text's content to the bucket of its hour.
 * @param identityOf the identity of an event, from its number in the batch
 * @throws Error for a text of another version
 */
export function mergePart(bucket: Bucket, text: string, identityOf: (line: string) => string): void {
  const { version, texts, cells, sessions, tickets = [] } = JSON.parse(text) as Written;
  if (version !== VERSION) throw new Error(`Activity of version ${version} cannot be read`);
  const begin = bucket.hour * HOUR;
  const textAt = (at: unknown): string | null => (typeof at === 'number' ? texts[at]! : null);
  const marksOf = (marks: readonly WrittenMark[]): Mark[] =>
    marks.map(([time, record, event]) => ({ time: begin + time, record, event: identityOf(event) }));
  for (const written of cells) {
    const [account, kind, source, address, destination, program, actor, line, count, first, last] = written;
    const marks = written[11] as unknown as WrittenMark[];
    addCell(bucket, {
      account: textAt(account)!,
      kind: textAt(kind) as Kind,
      source: textAt(source),
      address: textAt(address),
      destination: textAt(destination),
      program: textAt(program),
      actor: textAt(actor),
      line: textAt(line),
      count: count as number,
      first: begin + (first as number),
      last: begin + (last as number),
      marks: marksOf(marks),
    } satisfies Cell);
  }
  for (const [requester, service, source, address, open, weakness, count, first, last, marks] of tickets)
    addTicket(bucket, {
      requester: textAt(requester)!,
      service: textAt(service),
      source: textAt(source),
      address: textAt(address),
      isOpen: open === 1,
      weakness: weakness === null ? null : WEAKNESSES[weakness as number]!,
      count: count as number,
      first: begin + (first as number),
      last: begin + (last as number),
      marks: marksOf(marks as unknown as WrittenMark[]),
    });
  for (const [start, account, host, source, logonId, time, record, event] of sessions) {
    addSession(bucket, {
      type: start === 1 ? 'start' : 'end',
      account: texts[account]!,
      host: texts[host]!,
      source: textAt(source),
      logonId: textAt(logonId),
      time: begin + time,
      record,
      event: identityOf(event),
    } satisfies SessionFact);
  }
}
