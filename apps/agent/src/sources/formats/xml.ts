import type { RefusedEvent } from '../../spool/batchFile.ts';
import { type Ending, EVENT_LIMIT_BYTES, type Extractor, TOO_LONG } from './event.ts';
import { Segmenter } from './segments.ts';
import { decode, type Encoding, encodeAscii, unitOf } from './sniff.ts';

const CUT_OFF: RefusedEvent = { code: 'incomplete_event', message: 'An event has no end.' };
const HEADLESS: RefusedEvent = { code: 'incomplete_event', message: 'An event has no beginning.' };

const EVENT_START = /<Event[\s>]/g;
/** Insignificant content between events. */
const WRAPPING = /<\?xml[^>]*\?>|<\/?Events[^>]*>|<!--[\s\S]*?-->|\s+|\uFEFF|\0/g;
const isMeaningless = (text: string): boolean => text.replace(WRAPPING, '') === '';

/** The event at the end of a text, and the fault of the text before it. */
function eventIn(text: string): { xml: string | null; refused: RefusedEvent | null } {
  const starts = Array.from(text.matchAll(EVENT_START), ({ index }) => index);
  const at = starts.at(-1);
  if (at === undefined) return { xml: null, refused: HEADLESS };
  // An incomplete event followed by another: its writer crashed and restarted.
  const refused = starts.length > 1 || !isMeaningless(text.slice(0, at)) ? CUT_OFF : null;
  return { xml: text.slice(at), refused };
}

/** An event's XML, something refused, or an event after something refused; `end` is the byte offset after it. */
export interface XmlEvent {
  readonly xml: string | null;
  readonly refused: RefusedEvent | null;
  readonly end: number;
}

/**
 * Reads Windows event XML as printed by `wevtutil`, wrapped in `<Events>` or concatenated, from byte `start`. Counts bytes,
 * because a source's position is a byte offset.
 */
export function createXmlReader(
  encoding: Encoding,
  start: number,
): { push(chunk: Buffer): XmlEvent[]; end(): Ending } {
  const segmenter = new Segmenter(
    encodeAscii('</Event>', encoding),
    unitOf(encoding),
    EVENT_LIMIT_BYTES,
    start,
  );
  return {
    push(chunk) {
      return segmenter.push(chunk).map(({ bytes, end }) => ({
        ...(bytes === null ? { xml: null, refused: TOO_LONG.refused } : eventIn(decode(bytes, encoding))),
        end,
      }));
    },
    end() {
      const { bytes, overlong } = segmenter.rest;
      if (overlong) return { kind: 'open', result: TOO_LONG, whole: false };
      if (isMeaningless(decode(bytes, encoding))) return { kind: 'clean' };
      return { kind: 'open', result: { line: null, refused: CUT_OFF }, whole: false };
    },
  };
}

/** The same as lines to send: `{"xml": "<Event …"}`. */
export function createXmlExtractor(encoding: Encoding, start: number): Extractor {
  const reader = createXmlReader(encoding, start);
  return {
    push: (chunk) =>
      reader.push(chunk).map(({ xml, refused, end }) => ({ line: xml && lineOfXml(xml), refused, end })),
    end: reader.end,
  };
}

/** The line for an event's XML. */
export const lineOfXml = (xml: string): string => JSON.stringify({ xml });
