import { EVENT_LIMIT_BYTES, type Extracted, type Extractor, passOver } from '../formats/event.ts';
import { Segmenter } from '../formats/segments.ts';
import { AuthMessages } from '../unix/authMessages.ts';
import { rowOf } from '../unix/row.ts';
import { parseSyslogLine } from './syslogLine.ts';

const LINE_FEED = Buffer.from('\n');

/** Reads logons from `/var/log/auth.log` or `/var/log/secure`, from byte `start`; skips all other lines. */
export function createAuthLogExtractor(start: number, now: () => number): Extractor {
  const segmenter = new Segmenter(LINE_FEED, 1, EVENT_LIMIT_BYTES, start);
  const messages = new AuthMessages();
  const read = (line: string): string | null => {
    const entry = parseSyslogLine(line, now());
    const event = entry && messages.read(entry);
    return entry && event && rowOf(event, { time: entry.time, host: entry.host, provider: entry.identifier });
  };
  return {
    push(chunk) {
      const events: Extracted[] = [];
      for (const { bytes, end } of segmenter.push(chunk)) {
        // An overlong line is not a logon: none of them is a megabyte.
        const line = bytes === null ? null : read(bytes.toString('utf8').trimEnd());
        if (line === null) passOver(events, end);
        else events.push({ line, refused: null, end });
      }
      return events;
    },
    end() {
      const { bytes, overlong } = segmenter.rest;
      const line = overlong || bytes.length === 0 ? null : read(bytes.toString('utf8').trimEnd());
      return line === null
        ? { kind: 'clean' }
        : { kind: 'open', result: { line, refused: null }, whole: false };
    },
  };
}
