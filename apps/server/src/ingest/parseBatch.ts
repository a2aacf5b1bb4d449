import { ActivityFold } from '@scout/cases/parts';
import { type IngestAnswer, limits } from '@scout/contract';
import { matchRules, type Naming, type NormalisedRow } from '@scout/detection';
import { redactLine } from '@scout/detection/redaction/line';
import { DAY } from '@scout/detection/time';
import { Refusal } from '../http/refusal.ts';
import { type ActivityPart, packParts } from './activityParts.ts';
import { dayOf } from './day.ts';
import { type EventCount, EventTally } from './eventCounts.ts';
import type { EventWriter } from './events.ts';
import type { IncidentWriter } from './incidents.ts';
import { type LineLimits, linesOf } from './lines.ts';
import { RollupFold } from './rollups.ts';
import { rowOfArriving } from './rowOfLine.ts';
import type { Slice } from './slices.ts';

/** The batch that rows belong to; uuids in their text form. */
export interface BatchIdentity {
  readonly tenantId: string;
  readonly agentId: string;
  readonly batchId: string;
}

export type RejectedLine = IngestAnswer['rejected'][number];

/**
 * A batch as its statements carry it. The rows themselves are written out line by line and forgotten: a batch waits for the
 * database as a few buffers and texts, not as many thousand objects that the garbage collector has to move.
 */
export interface ParsedBatch {
  readonly accepted: number;
  /** Of the accepted, those dated too far ahead, which have the time of their arrival. */
  readonly ahead: number;
  /** Of the accepted, those older than events are kept. */
  readonly old: number;
  /** Events that are stored already, and are none of the accepted. */
  readonly repeated: number;
  readonly rejected: readonly RejectedLine[];
  /** Days since the epoch (UTC) on which its events happened. */
  readonly days: ReadonlySet<number>;
  /** When the earliest of its events happened by its machine's clock, in epoch milliseconds; undefined without any. */
  readonly oldest: number | undefined;
  readonly events: Buffer;
  /** Its events by hour and type. */
  readonly counts: readonly EventCount[];
  /** Undefined when no rule matched. */
  readonly incidents: Buffer | undefined;
  /** JSON of the rows of rollups; undefined when no rule matched. */
  readonly rollups: string | undefined;
  /** Folded activity of accounts. */
  readonly activity: readonly ActivityPart[];
  /** Lines, by 0-based number, that held a secret when they arrived, without it. */
  readonly redacted: ReadonlyMap<number, string>;
}

export interface ParseOptions {
  readonly events: EventWriter;
  readonly incidents: IncidentWriter;
  /** Of the organization that sends. */
  readonly naming: Naming;
  /** True for an event that its agent has sent before, by its time in epoch milliseconds. Without it none is. */
  readonly wasSent?: ((time: number, row: NormalisedRow) => boolean) | undefined;
  readonly limits: LineLimits & { readonly rowBytes: number };
  /** Epoch milliseconds; events more than a day ahead of it have this time. */
  readonly now: number;
  /** Told when a line made the detection library throw, which is a fault of ours; the line is rejected. */
  readonly onFault: (error: unknown, line: number) => void;
  readonly slice: Slice;
}

/** How much is read between two looks at the clock: so many short lines, or characters of long ones. */
const LINES_BETWEEN_LOOKS = 32;
const CHARACTERS_BETWEEN_LOOKS = 16_384;

/**
 * Normalises every line of a body, matches the rules and writes the rows out. Gives way to other requests between slices.
 * @throws Refusal `body_too_large` for too many lines, and for rows that come to more than a batch may
 */
export async function parseBatch(body: Buffer, options: ParseOptions): Promise<ParsedBatch> {
  const { events, incidents, slice } = options;
  const oldestKept = options.now - limits.events.retentionDays * DAY;
  const rejected: RejectedLine[] = [];
  const days = new Set<number>();
  const redacted = new Map<number, string>();
  const rollups = new RollupFold();
  const activity = new ActivityFold();
  const tally = new EventTally();
  let accepted = 0;
  let ahead = 0;
  let old = 0;
  let repeated = 0;
  let oldest = Number.POSITIVE_INFINITY;
  let unseen = 0;

  for (const bodyLine of linesOf(body, options.limits)) {
    const { line } = bodyLine;
    unseen += 'text' in bodyLine ? bodyLine.text.length : 0;
    if (line % LINES_BETWEEN_LOOKS === 0 || unseen >= CHARACTERS_BETWEEN_LOOKS) {
      unseen = 0;
      if (slice.isOver) await slice.next();
    }
    if (!('text' in bodyLine)) {
      rejected.push(bodyLine);
      continue;
    }
    const detected = detect(bodyLine.text, line, options);
    if (!detected.ok) {
      rejected.push({ line, code: detected.code, message: detected.message });
      continue;
    }
    const { row, matches } = detected;
    if (detected.hasSecret) redacted.set(line - 1, String(redactLine(bodyLine.text)));
    const time = Date.parse(row.timestamp);
    if (options.wasSent?.(time, row)) {
      repeated += 1;
      continue;
    }
    if (detected.isAhead) ahead += 1;
    if (time < oldestKept) old += 1;
    // The 0-based line is the event's place in the batch, and the way back to its raw text.
    events.add(line - 1, time, row);
    activity.add(row, time, line - 1);
    tally.add(time, row.event_type);
    for (const match of matches) {
      incidents.add(line - 1, match);
      rollups.add(match);
    }
    accepted += 1;
    if (events.bytes + incidents.bytes + rollups.bytes > options.limits.rowBytes) throw tooLarge();
    // The time of an event dated too far ahead is by this server's clock, whose lag is none.
    if (!detected.isAhead && time < oldest) oldest = time;
    days.add(dayOf(time));
  }
  return {
    accepted,
    ahead,
    old,
    repeated,
    rejected,
    days,
    oldest: accepted === ahead ? undefined : oldest,
    events: events.end(),
    counts: tally.counts(),
    incidents: incidents.end(),
    rollups: rollups.toJson(),
    activity: packParts(activity.parts()),
    redacted,
  };
}

/** A line may count under many names: what a small body unpacks to is bounded too. One line alone never gets here. */
const tooLarge = () =>
  new Refusal('body_too_large', {
    message: 'The lines of this batch come to more rows than one batch may; send fewer at once.',
  });

/** The row of a line and the rules it matches. A line that makes detection throw is rejected, so that it does not block its agent forever. */
function detect(text: string, line: number, { naming, now, onFault }: ParseOptions) {
  try {
    const result = rowOfArriving(text, now);
    return result.ok ? { ...result, matches: matchRules(result.row, naming) } : result;
  } catch (error) {
    onFault(error, line);
    const message = 'The line could not be read as an event.';
    return { ok: false, code: 'not_an_event', message } as const;
  }
}
