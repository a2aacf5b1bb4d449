import { EVENT_LIMIT_BYTES, type Extracted, type Extractor, shipped, TOO_LONG } from './event.ts';
import { Segmenter } from './segments.ts';
import { decode, type Encoding, encodeAscii, unitOf } from './sniff.ts';

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === 0x09 || byte === CARRIAGE_RETURN || byte === LINE_FEED;

/** The line without its end and without a byte order mark (a file may be several concatenated ones); null if blank. */
function trimmed(line: Buffer): Buffer | null {
  const marked = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
  let end = line.length;
  while (end > 0 && isBlank(line[end - 1]!)) end -= 1;
  let start = marked ? 3 : 0;
  while (start < end && isBlank(line[start]!)) start += 1;
  return start >= end ? null : line.subarray(start, end);
}

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * NDJSON. A line is sent with its original bytes, so that the server judges the original; only UTF-16 is converted to UTF-8.
 * Blank lines are skipped.
 */
export function createLineExtractor(encoding: Encoding, start: number): Extractor {
  const segmenter = new Segmenter(encodeAscii('\n', encoding), unitOf(encoding), EVENT_LIMIT_BYTES, start);
  const lineOf = (bytes: Buffer): Buffer | null =>
    trimmed(encoding === 'utf-8' ? bytes : Buffer.from(decode(bytes, encoding), 'utf8'));
  return {
    push(chunk) {
      const events: Extracted[] = [];
      for (const { bytes, end } of segmenter.push(chunk)) {
        const line = bytes === null ? null : lineOf(bytes);
        if (bytes === null) events.push({ ...TOO_LONG, end });
        else if (line !== null) events.push({ line, refused: null, end });
      }
      return events;
    },
    end() {
      const { bytes, overlong } = segmenter.rest;
      if (overlong) return { kind: 'open', result: TOO_LONG, whole: false };
      const line = lineOf(bytes);
      return line === null ? { kind: 'clean' } : { kind: 'open', result: shipped(line), whole: isJson(line) };
    },
  };
}
