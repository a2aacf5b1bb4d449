import { ActivityFold } from '@scout/cases/fold/parts';
import type { IngestAnswer } from '@scout/contract';
import { limits } from '@scout/contract/limits';
import { matchRules, type Naming, type NormalisedRow, type RuleMatch } from '@scout/detection';
import { mayHoldSecret, redactLine } from '@scout/detection/redaction/line';
import { DAY } from '@scout/detection/time';
import { Refusal } from '../../platform/http/refusal.ts';
import { dayOf } from './day.ts';
import type { EventWriter } from './events.ts';
import type { IncidentWriter } from './incidents.ts';
import { type LineLimits, linesOf } from './lines.ts';
import { RollupFold } from './rollups.ts';
import { rowOfArriving } from './rowOfLine.ts';
import type { Slice } from './slices.ts';
import { type ActivityPart, packParts } from './sql/activityParts.ts';
import { type EventCount, EventTally } from './sql/eventCounts.ts';

/** The batch that rows belong to; uuids in their text form. */
export interface BatchIdentity {
  readonly tenantId: string;
  readonly agentId: string;
  readonly batchId: string;
}

export type RejectedLine = IngestAnswer['rejected'][number];

/**
 * A parsed batch in the form of its statements. Rows are written out line by line and then released: a batch waits for the
 * database as a few buffers and texts, not as thousands of objects for the garbage collector.
 */
export interface ParsedBatch {
  readonly accepted: number;
  /** Accepted events dated too far in the future, stored with their time of arrival. */
  readonly ahead: number;
  /** Accepted events older than the retention. */
  readonly old: number;
  /** Events already stored, not included in the accepted ones. */
  readonly repeated: number;
  readonly rejected: readonly RejectedLine[];
  /** Days of its events since the epoch (UTC). */
  readonly days: ReadonlySet<number>;
  /** Earliest time of its incidents, in epoch milliseconds; Infinity without any. */
  readonly earliest: number;
  /** Earliest event time by its machine's clock, in epoch milliseconds; undefined without events. */
  readonly oldest: number | undefined;
  readonly events: Buffer;
  /** Its events by hour and type. */
  readonly counts: readonly EventCount[];
  /** Undefined without a rule match. */
  readonly incidents: Buffer | undefined;
  /** Rollup rows as an array; undefined without a rule match. */
  readonly rollups: Buffer | undefined;
  /** Folded activity of accounts. */
  readonly activity: readonly ActivityPart[];
}

/** A batch with what its body must not be stored with. */
export interface ParsedBody extends ParsedBatch {
  /** Redacted lines, by 0-based number, that contained a secret on arrival. */
  readonly redacted: ReadonlyMap<number, string>;
}

export interface ParseOptions {
  readonly events: EventWriter;
  readonly incidents: IncidentWriter;
  /** Naming of the sending organization. */
  readonly naming: Naming;
  /** True for an event that its agent has sent before, by its time in epoch milliseconds. By default false. */
  readonly wasSent?: ((time: number, row: NormalisedRow) => boolean) | undefined;
  readonly limits: LineLimits & { readonly rowBytes: number };
  /** Epoch milliseconds; events more than a day ahead get this time. */
  readonly now: number;
  /** Called when a line makes the detection library throw, which is a bug; the line is rejected. */
  readonly onFault: (error: unknown, line: number) => void;
  readonly slice: Slice;
}

/** Work between two checks of the clock: number of short lines, or characters of long ones. */
const LINES_BETWEEN_LOOKS = 32;
const CHARACTERS_BETWEEN_LOOKS = 16_384;

/**
 * Normalizes every line of a body, matches the rules and writes the rows out. Yields to other requests between slices.
 * @throws Refusal `body_too_large` for too many lines, or rows above the limit of a batch
 */
export async function parseBatch(body: Buffer, options: ParseOptions): Promise<ParsedBody> {
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
  let earliest = Number.POSITIVE_INFINITY;
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
    // Rejected lines, too: the body is stored with them.
    if (!detected.ok || detected.hasSecret || mayHoldSecret(bodyLine.text, detected.row.event_id)) {
      const cleaned = redactLine(bodyLine.text);
      if (cleaned !== bodyLine.text) redacted.set(line - 1, String(cleaned));
    }
    if (!detected.ok) {
      rejected.push({ line, code: detected.code, message: detected.message });
      continue;
    }
    const { row, like, matches } = detected;
    const time = Date.parse(row.timestamp);
    if (options.wasSent?.(time, row)) {
      repeated += 1;
      continue;
    }
    if (detected.isAhead) ahead += 1;
    if (time < oldestKept) old += 1;
    // The 0-based line is the event's position in the batch, and locates its raw text.
    events.add(line - 1, time, row, like);
    activity.add(row, time, line - 1, like);
    tally.add(time, row.event_type);
    for (const match of matches) {
      incidents.add(line - 1, match, time, like !== undefined);
      rollups.add(match, time, like !== undefined);
    }
    accepted += 1;
    if (events.bytes + incidents.bytes + rollups.bytes > options.limits.rowBytes) throw tooLarge();
    // An event dated too far ahead has this server's time, and no lag.
    if (!detected.isAhead && time < oldest) oldest = time;
    if (matches.length > 0 && time < earliest) earliest = time;
    days.add(dayOf(time));
  }
  return {
    accepted,
    ahead,
    old,
    repeated,
    rejected,
    days,
    earliest,
    oldest: accepted === ahead ? undefined : oldest,
    events: events.end(),
    counts: tally.counts(),
    incidents: incidents.end(),
    rollups: rollups.array(),
    activity: packParts(activity.parts()),
    redacted,
  };
}

/** A line may count under many names: rows of a small body are bounded too. A single line never reaches this. */
const tooLarge = () =>
  new Refusal('body_too_large', {
    message: 'This batch has too many rows; send fewer lines at a time.',
  });

/** The row of a line and its matching rules. A line that makes detection throw is rejected, so that it does not block its agent forever. */
function detect(text: string, line: number, { naming, now, onFault }: ParseOptions) {
  try {
    const result = rowOfArriving(text, now);
    return result.ok ? { ...result, matches: matchesOf(result, naming) } : result;
  } catch (error) {
    onFault(error, line);
    const message = 'The line could not be read as an event.';
    return { ok: false, code: 'not_an_event', message } as const;
  }
}

/** Matches of each remembered row, with the naming that they are of. */
const matched = new WeakMap<NormalisedRow, { naming: Naming; matches: readonly RuleMatch[] }>();

/** The matching rules of a row, with the time of the row that it is like. */
function matchesOf({ row, like }: { row: NormalisedRow; like?: NormalisedRow | undefined }, naming: Naming) {
  if (like === undefined) return matchRules(row, naming);
  const known = matched.get(like);
  if (known?.naming === naming) return known.matches;
  const matches = matchRules(row, naming);
  matched.set(like, { naming, matches });
  return matches;
}
