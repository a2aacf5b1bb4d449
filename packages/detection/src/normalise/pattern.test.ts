import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventXml, failedLogonData, logonData, processData } from '../testing/eventXml.ts';
import { createPatternCache, eventOf } from './pattern.ts';
import { Rejection } from './rejection.ts';
import { readEventXml, readEventXmlAfresh } from './xml.ts';

const TIME = '2026-11-20T08:51:04.851518700Z';

function outcome(read: (xml: string) => unknown, xml: string): unknown {
  try {
    return read(xml);
  } catch (error) {
    if (error instanceof Rejection) return 'rejected';
    throw error;
  }
}

const base = fc.constantFrom(
  eventXml({ id: 4624, time: TIME, computer: 'WS-1042', data: logonData() }),
  eventXml({ id: 4625, time: TIME, computer: 'PRD-SQL01', data: failedLogonData() }),
  eventXml({ id: 4688, time: TIME, computer: 'WS-1042', data: processData() }),
  eventXml({
    id: 4625,
    time: TIME,
    computer: '',
    data: [
      ['Status', ''],
      ['Status', '0x0'],
    ],
    provider: 'Other',
  }),
  eventXml({ id: 1, time: TIME, computer: 'A', data: [] }).replace('</System>', ' </System>'),
  '<Event><System><EventID>1</EventID></System></Event>',
  '<Event> <System> </System> </Event>',
);
const scrap = fc.constantFrom(
  ...[
    '<',
    '>',
    '/',
    "'",
    '"',
    '&',
    ';',
    '=',
    ' ',
    '\n',
    'x',
    '</',
    '/>',
    '&lt;',
    '&#0;',
    '<a>',
    '</a>',
    '<a/>',
    '<!---->',
    '<?x?>',
  ],
  ...[
    '<![CDATA[]]>',
    '</Data>',
    "<Data Name='Status'>",
    '<System>',
    '</System>',
    '</EventData>',
    '<EventID>',
    " a='>'",
    ' a="b"',
    '',
  ],
);
/** Inserts a fragment of an event elsewhere, near a tag or anywhere. */
const edit = fc.record({ at: fc.nat(2_000), cut: fc.integer({ min: 0, max: 12 }), scrap });

function edited(xml: string, edits: readonly { at: number; cut: number; scrap: string }[]): string {
  let text = xml;
  for (const { at, cut, scrap: piece } of edits) {
    const start = at % (text.length + 1);
    text = text.slice(0, start) + piece + text.slice(start + cut);
  }
  return text;
}

test('an event reads the same whatever was read before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(base, fc.array(edit, { maxLength: 3 })), { minLength: 1, maxLength: 6 }),
      (events) => {
        for (const [xml, edits] of events) {
          const text = edited(xml, edits);
          expect(outcome(readEventXml, text)).toEqual(outcome(readEventXmlAfresh, text));
          // A pattern learned from the first event must not change the result of the intact one.
          expect(outcome(readEventXml, xml)).toEqual(outcome(readEventXmlAfresh, xml));
        }
      },
    ),
    { numRuns: 1_500 },
  );
});

test.each([
  ['a tag in place of layout', '<Event><System></System></Event>', '<Event><System>junk</System></Event>'],
  ['a > inside an attribute', "<Event><A b='>c'>d</A></Event>", "<Event><A b='>x</A></Event>"],
  ['an attribute that swallows markup', "<Event><A b='c'/><D/></Event>", "<Event><A b='c'/><D></Event>"],
])('a learned pattern accepts nothing malformed: %s', (_, taught, malformed) => {
  // Also after so many events that the pattern has become an expression.
  for (let time = 0; time < 5_000; time += 1) {
    readEventXml(taught);
    if (time % 4_999 === 0) expect(() => readEventXml(malformed)).toThrow(Rejection);
  }
});

test('the text of a repeated field is not read, with a pattern or without', () => {
  const xml = eventXml({
    id: 4625,
    time: TIME,
    computer: 'A',
    data: [
      ['Status', '0x1'],
      ['Status', '0x2'],
    ],
  });
  for (const second of ['0x2', '&', 'a&b;', '']) {
    const text = xml.replace('0x2', second);
    expect(readEventXmlAfresh(text)).toMatchObject({ Status: '0x1' });
    expect(readEventXml(text)).toEqual(readEventXmlAfresh(text));
  }
});

test('events of a learned kind are read with the pattern, others are not', () => {
  const cache = createPatternCache();
  const first = eventXml({ id: 4625, time: TIME, computer: 'PRD-SQL01', data: failedLogonData() });
  const second = eventXml({
    id: 4625,
    time: TIME,
    computer: 'PRD-SQL02',
    data: failedLogonData({ TargetUserName: 'a&b' }),
  });
  expect(cache.fit(first)).toBeNull();
  cache.learn(first, [{ field: 'computer', start: first.indexOf('PRD-SQL01') }]);
  expect(eventOf(cache.fit(second)!)).toMatchObject({ computer: 'PRD-SQL02' });
  expect(cache.fit(second.replace('<Channel>', '<Canal>'))).toBeNull();
  expect(cache.fit(`${second} `)).toBeNull();
});

test('the cache is bounded, and eviction affects only speed', () => {
  const cache = createPatternCache();
  for (let id = 0; id < 2_000; id += 1)
    cache.learn(`<Event><System><EventID>${id}</EventID></System></Event>`, []);
  expect(cache.fit('<Event><System><EventID>1999</EventID></System></Event>')).not.toBeNull();
  expect(cache.fit('<Event><System><EventID>3</EventID></System></Event>')).toBeNull();
  const long = `<Event><UserData><a>${'x'.repeat(20_000)}</a></UserData></Event>`;
  cache.learn(long, []);
  expect(cache.fit(long)).toBeNull();
});
