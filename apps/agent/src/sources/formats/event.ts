import { limits } from '@scout/contract/limits';
import type { Refusal } from '../../spool/batchFile.ts';

/** What a stretch of a log came to: a line to ship, something to refuse, an event after something to refuse, or nothing at all. */
export interface Taken {
  readonly line: string | Uint8Array | null;
  readonly refused: Refusal | null;
}

/** What was taken, and the byte offset after it, from the start of the file. */
export interface Extracted extends Taken {
  readonly end: number;
}

/** What is left when a file ends: nothing that matters, or an event that may be half-written. */
export type Ending =
  | { readonly kind: 'clean' }
  | {
      readonly kind: 'open';
      /** What it comes to when nothing more is ever written. */
      readonly taken: Taken;
      /** True when it can be taken as it is: only its line feed is missing. */
      readonly whole: boolean;
    };

/** Turns the bytes of a log into events. */
export interface Extractor {
  /** Events that the chunk completes, each with an `end` of its own. Lines may share the chunk's memory. */
  push(chunk: Buffer): Extracted[];
  end(): Ending;
}

/** Longest event that is looked at, in bytes of the file; a line's own limit holds where batches are made. */
export const EVENT_LIMIT_BYTES = 2 * limits.ingest.lineBytes;

export const shipped = (line: string | Uint8Array): Taken => ({ line, refused: null });
export const refused = (code: string, message: string): Taken => ({ line: null, refused: { code, message } });
export const TOO_LONG = refused(
  'line_too_long',
  `An event of more than ${EVENT_LIMIT_BYTES} bytes is too long.`,
);

/** Says that everything before `end` was looked at, in place of an earlier such word. */
export function passOver(events: Extracted[], end: number): void {
  const last = events.at(-1);
  if (last !== undefined && last.line === null && last.refused === null) events.pop();
  events.push({ line: null, refused: null, end });
}
