import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Extracted, Extractor } from './event.ts';
import { createExtractor } from './extractor.ts';
import { type Encoding, sniff } from './sniff.ts';

const MARKS: Record<Encoding, Buffer> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};
const ENCODINGS = Object.keys(MARKS) as Encoding[];

function encode(text: string, encoding: Encoding, marked: boolean): Buffer {
  const bytes = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
  if (encoding === 'utf-16be') bytes.swap16();
  return marked ? Buffer.concat([MARKS[encoding], bytes]) : bytes;
}

/** All results of an extractor for `bytes` from `from` on, fed in chunks of `size`. */
function extract(
  bytes: Buffer,
  from = 0,
  size = bytes.length,
): { events: Extracted[]; extractor: Extractor } {
  const layout = sniff(bytes.subarray(0, 4096));
  if (layout === null) throw new Error('no layout');
  const extractor = createExtractor(layout, from);
  const events: Extracted[] = [];
  const start = Math.max(from, layout.mark);
  for (let at = start; at < bytes.length; at += size) {
    for (const event of extractor.push(bytes.subarray(at, at + size))) {
      events.push({ ...event, line: event.line && Buffer.from(event.line as string) });
    }
  }
  return { events, extractor };
}

const linesOf = (events: readonly Extracted[]): string[] =>
  events.flatMap(({ line }) => (line === null ? [] : [Buffer.from(line as Uint8Array).toString('utf8')]));
const codesOf = (events: readonly Extracted[]): string[] =>
  events.flatMap(({ refused }) => (refused === null ? [] : [refused.code]));

const event = (id: number, name = 'svc.billing'): string =>
  `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><EventRecordID>${id}</EventRecordID></System><EventData><Data Name='TargetUserName'>${name}</Data></EventData></Event>`;

describe.each(ENCODINGS)('in %s', (encoding) => {
  describe.each([true, false])('byte order mark %s', (marked) => {
    it('reads Windows event XML, wrapped or not, in pieces of any size', () => {
      const names = ['svc.billing', 'dienst.prüfung', 'サービス', '😀'];
      const xml = names.map((name, index) => event(index, name));
      for (const text of [
        `<?xml version="1.0"?>\r\n<Events>${xml.join('')}</Events>`,
        xml.join('\r\n'),
        `${xml.join('\n\n')}\n`,
      ]) {
        const bytes = encode(text, encoding, marked);
        for (const size of [1, 2, 3, 7, 64, bytes.length]) {
          const { events, extractor } = extract(bytes, 0, size);
          expect(linesOf(events).map((line) => JSON.parse(line).xml)).toEqual(xml);
          expect(codesOf(events)).toEqual([]);
          expect(extractor.end()).toEqual({ kind: 'clean' });
        }
      }
    });

    it('reads NDJSON and resumes at the end of any event', () => {
      const rows = ['{"a":1}', '{"name":"prüfung 😀"}', '  {"spaces":true}\t', '[]'];
      const bytes = encode(`${rows.join('\r\n')}\r\n\r\n`, encoding, marked);
      const { events } = extract(bytes, 0, 5);
      expect(linesOf(events)).toEqual(rows.map((row) => row.trim()));
      for (const [index, { end }] of events.entries()) {
        expect(linesOf(extract(bytes, end, 4).events)).toEqual(
          rows.slice(index + 1).map((row) => row.trim()),
        );
      }
    });
  });
});

describe('XML', () => {
  it('finds every event, at byte offsets from which reading can resume', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '&lt;', ' ', "'"), maxLength: 12 });
    const between = fc.constantFrom('', '\n', '\r\n', ' \t');
    const log = fc.tuple(fc.boolean(), fc.array(fc.tuple(name, between), { maxLength: 8 }));
    fc.assert(
      fc.property(
        log,
        fc.constantFrom(...ENCODINGS),
        fc.integer({ min: 1, max: 300 }),
        (made, encoding, size) => {
          const [wrapped, parts] = made;
          const body = parts.map(([text, gap], index) => event(index, text) + gap).join('');
          const text = wrapped ? `<Events>${body}</Events>` : `<!---->${body}`;
          const bytes = encode(text, encoding, true);
          const expected = parts.map(([text], index) => event(index, text));
          const { events } = extract(bytes, 0, size);
          expect(linesOf(events).map((line) => JSON.parse(line).xml)).toEqual(expected);
          for (const [index, { end }] of events.entries()) {
            const rest = extract(bytes, end, size).events;
            expect(linesOf(rest).map((line) => JSON.parse(line).xml)).toEqual(expected.slice(index + 1));
          }
        },
      ),
    );
  });

  it('refuses an event cut off by another, and keeps the other', () => {
    const { events } = extract(Buffer.from(`${event(1)}<Event xmlns='x'><System><Ev\n${event(2)}`));
    expect(linesOf(events).map((line) => JSON.parse(line).xml)).toEqual([event(1), event(2)]);
    expect(codesOf(events)).toEqual(['incomplete_event']);
  });

  it('refuses an end tag without a start tag, and text between events', () => {
    const { events } = extract(Buffer.from(`<System/></Event>${event(1)}\nlog rotated\n${event(2)}`));
    expect(linesOf(events).map((line) => JSON.parse(line).xml)).toEqual([event(1), event(2)]);
    expect(codesOf(events)).toEqual(['incomplete_event', 'incomplete_event']);
  });

  it.each(['<Ev', '<Event xmlns="x"><System>', 'garbage'])(
    'knows that %s is not the end of a log',
    (tail) => {
      const { extractor } = extract(Buffer.from(`${event(1)}\n${tail}`));
      expect(extractor.end()).toMatchObject({ kind: 'open', whole: false });
    },
  );

  it.each(['', '\n', '</Events>', '</Events>\r\n', '\0\0\0\0'])('knows that %j is', (tail) => {
    const { extractor } = extract(Buffer.from(`<Events>${event(1)}${tail}`));
    expect(extractor.end()).toEqual({ kind: 'clean' });
  });

  it('refuses an event of more than 2 MiB and reads the next', () => {
    const { events } = extract(Buffer.from(`${event(1, 'x'.repeat(3_000_000))}${event(2)}`), 0, 65_536);
    expect(codesOf(events)).toEqual(['line_too_long']);
    expect(linesOf(events).map((line) => JSON.parse(line).xml)).toEqual([event(2)]);
  });
});

describe('NDJSON', () => {
  it('ships bytes that are not UTF-8 unchanged, for the server to report', () => {
    const line = Buffer.from([0x7b, 0xff, 0xfe, 0x80, 0x7d]);
    const { events } = extract(Buffer.concat([line, Buffer.from('\n')]));
    expect(events.map((found) => found.line)).toHaveLength(1);
    const layout = sniff(line);
    expect(layout).toEqual({ encoding: 'utf-8', format: 'lines', mark: 0 });
    expect(createExtractor(layout!, 0).push(Buffer.concat([line, Buffer.from('\n')]))[0]?.line).toEqual(line);
  });

  it('strips byte order marks, also where files were joined', () => {
    const { events } = extract(Buffer.from('{"a":1}\n\uFEFF{"b":2}\n'));
    expect(linesOf(events)).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('distinguishes a last line without line feed from a half-written one', () => {
    expect(extract(Buffer.from('{"a":1}\n{"b":2}')).extractor.end()).toMatchObject({
      kind: 'open',
      whole: true,
    });
    expect(extract(Buffer.from('{"a":1}\n{"b":')).extractor.end()).toMatchObject({
      kind: 'open',
      whole: false,
    });
    expect(extract(Buffer.from('{"a":1}\n  \n')).extractor.end()).toEqual({ kind: 'clean' });
  });
});

describe('sniff', () => {
  it.each([
    ['', null],
    ['  \n', null],
    ['\uFEFF', null],
    ['{', { encoding: 'utf-8', format: 'lines', mark: 0 }],
    ['\r\n <Events>', { encoding: 'utf-8', format: 'xml', mark: 0 }],
    ['\uFEFF<Event', { encoding: 'utf-8', format: 'xml', mark: 3 }],
  ] as const)('%j', (text, layout) => {
    expect(sniff(Buffer.from(text))).toEqual(layout);
  });

  it('waits for the rest of a byte order mark', () => {
    expect(sniff(Buffer.from([0xef, 0xbb]))).toBeNull();
    expect(sniff(Buffer.from([0xff]))).toBeNull();
    expect(sniff(Buffer.from([0xff, 0xfe, 0x3c, 0x00]))).toMatchObject({
      encoding: 'utf-16le',
      format: 'xml',
    });
  });
});
