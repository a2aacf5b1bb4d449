import { limits } from '@scout/contract/limits';
import type { ParseResult } from '../../spool/intake.ts';

/** A result with the byte offset after it, from the start of the file. */
export interface Extracted extends ParseResult {
  readonly end: number;
}

/** The rest at the end of a file: insignificant, or a possibly incomplete event. */
export type Ending =
  | { readonly kind: 'clean' }
  | {
      readonly kind: 'open';
      /** The result if nothing more is written. */
      readonly result: ParseResult;
      /** True when the event is complete except for its line feed. */
      readonly whole: boolean;
    };

/** Converts the bytes of a log to events. */
export interface Extractor {
  /** Events completed by the chunk, each with its own `end`. Lines may share the chunk's memory. */
  push(chunk: Buffer): Extracted[];
  end(): Ending;
}

/** Longest parsed event, in bytes of the file; the intake checks the limit of a sent line. */
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
