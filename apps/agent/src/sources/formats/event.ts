import { limits } from '@scout/contract/limits';
import type { ParseResult } from '../../spool/intake.ts';

/** A result with the byte offset after it, from the start of the file. */
export interface Extracted extends ParseResult {
  readonly end: number;
}

/** The rest at the end of a file: nothing of interest, or an event that may be half-written. */
export type Ending =
  | { readonly kind: 'clean' }
  | {
      readonly kind: 'open';
      /** The result if nothing more is ever written. */
      readonly result: ParseResult;
      /** True when the event is complete: only its line feed is missing. */
      readonly whole: boolean;
    };

/** Turns the bytes of a log into events. */
export interface Extractor {
  /** Events that the chunk completes, each with an `end` of its own. Lines may share the chunk's memory. */
  push(chunk: Buffer): Extracted[];
  end(): Ending;
}

/** Longest event that is parsed, in bytes of the file; the limit of a shipped line is checked by the intake. */
export const EVENT_LIMIT_BYTES = 2 * limits.ingest.lineBytes;

export const shipped = (line: string | Uint8Array): ParseResult => ({ line, refused: null });
export const refused = (code: string, message: string): ParseResult => ({
  line: null,
  refused: { code, message },
});
export const TOO_LONG = refused(
  'line_too_long',
  `An event of more than ${EVENT_LIMIT_BYTES} bytes is too long.`,
);

/** Records that everything before `end` was parsed; replaces an earlier such record. */
export function passOver(events: Extracted[], end: number): void {
  const last = events.at(-1);
  if (last !== undefined && last.line === null && last.refused === null) events.pop();
  events.push({ line: null, refused: null, end });
}
