import { setImmediate } from 'node:timers/promises';
import type { IngestAnswer } from '@scout/contract';
import { matchRules, type NormalisedRow, normaliseLine, type RuleMatch } from '@scout/detection';
import { type LineLimits, linesOf } from './lines.ts';

/** A line that became a row. */
export interface ParsedEvent {
  /** 0-based line in the body: with the batch's id the event's identity, and the way back to its raw text. */
  readonly index: number;
  /** Epoch milliseconds of the row's timestamp. */
  readonly time: number;
  readonly row: NormalisedRow;
}

/** One rule that one event matched. */
export interface Hit {
  readonly event: ParsedEvent;
  readonly match: RuleMatch;
}

export type RejectedLine = IngestAnswer['rejected'][number];

export interface ParsedBatch {
  readonly events: readonly ParsedEvent[];
  readonly hits: readonly Hit[];
  readonly rejected: readonly RejectedLine[];
}

export interface ParseOptions {
  readonly limits: LineLimits;
  /** Epoch milliseconds; events more than a day ahead of it are rejected. */
  readonly now: number;
  /** Told when a line made the detection library throw, which is a fault of ours; the line is rejected. */
  readonly onFault: (error: unknown, line: number) => void;
}

/** How long other requests wait at most while one batch is parsed. */
const SLICE_MS = 8;
const LINES_BETWEEN_LOOKS = 32;

/**
 * Normalises every line of a body and matches the rules. Gives way to other requests between slices.
 * @throws Refusal `body_too_large` for too many lines
 */
export async function parseBatch(body: Buffer, { limits, now, onFault }: ParseOptions): Promise<ParsedBatch> {
  const events: ParsedEvent[] = [];
  const hits: Hit[] = [];
  const rejected: RejectedLine[] = [];
  let sliceEnd = performance.now() + SLICE_MS;

  for (const bodyLine of linesOf(body, limits)) {
    const { line } = bodyLine;
    if (line % LINES_BETWEEN_LOOKS === 0 && performance.now() > sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
    if (!('text' in bodyLine)) {
      rejected.push(bodyLine);
      continue;
    }
    try {
      const result = normaliseLine(bodyLine.text, now);
      if (!result.ok) {
        rejected.push({ line, code: result.code, message: result.message });
        continue;
      }
      const event = { index: line - 1, time: Date.parse(result.row.timestamp), row: result.row };
      const matches = matchRules(result.row);
      events.push(event);
      for (const match of matches) hits.push({ event, match });
    } catch (error) {
      onFault(error, line);
      rejected.push({ line, code: 'not_an_event', message: 'The line could not be read as an event.' });
    }
  }
  return { events, hits, rejected };
}
