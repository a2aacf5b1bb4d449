import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leaveOut } from '../../../../scripts/testTools.mjs';
import type { NormalisedRow } from '../event.ts';
import { eventXml, failedLogonData, logonData, processData } from '../testing/eventXml.ts';
import { normaliseValue } from './normalise.ts';
import { DATA_NAMES } from './rawEvent.ts';
import { Rejection } from './rejection.ts';
import { rowOfEvent } from './rowOfEvent.ts';
import { readEventXmlAfresh } from './xml.ts';

const NOW = Date.UTC(2026, 10, 21);

/** The row of an event without anything remembered, or its rejection. */
function afresh(xml: string): unknown {
  try {
    return rowOfEvent(readEventXmlAfresh(xml), NOW);
  } catch (error) {
    if (error instanceof Rejection) return { code: error.code, message: error.message };
    throw error;
  }
}

const VARYING = ['timestamp', 'record_id', 'logon_id', 'subject_logon_id', 'linked_logon_id'];

/** The row as ingest reads it, which must equal the fresh one, and the earlier row if it repeats one. */
function readBoth(xml: string): NormalisedRow | undefined {
  const result = normaliseValue({ xml }, NOW);
  if (!result.ok) {
    expect({ code: result.code, message: result.message }).toEqual(afresh(xml));
    return undefined;
  }
  expect(result.row).toEqual(afresh(xml));
  expect(Object.keys(result.row)).toEqual(Object.keys(afresh(xml) as object));
  const { like } = result;
  if (like === undefined) return undefined;
  const steady = (row: NormalisedRow) => Object.entries(row).filter(([name]) => !VARYING.includes(name));
  expect(steady(result.row)).toEqual(steady(like));
  return like;
}

/** Ids with fields in unusual places or with required ones, ordinary ones, and one that is unknown. */
const IDS = [
  ...[4624, 4625, 4634, 4647, 4648, 4672, 4688, 4697, 4698, 4702, 4719, 4720, 4728, 4738, 4740],
  ...[4768, 4769, 4771, 4776, 4781, 5136, 5137, 5379, 7045, 1102, 104],
];
const PROVIDERS = [
  'Microsoft-Windows-Security-Auditing',
  'Service Control Manager',
  'Microsoft-Windows-Eventlog',
];
const TIMES = [
  '2026-11-20T08:51:04.851518700Z',
  '2026-11-20T09:00:00.000Z',
  '2026-11-20 09:00',
  '2126-01-01T00:00:00.000Z',
  '',
  'x',
];
const RECORDS: readonly string[] = ['1', '2', '', 'x', '99999999999999999999'];
/** Texts in any field: missing ones, numbers of sessions, references, and what a text may not contain. */
const TEXTS = [
  ...['', ' ', '-', 'NULL', '0x0', '0x3e7', '0x1A2B', '7', 'ü', 'S-1-5-18', 'svc.a', 'PRD-SQL01', '%%1843'],
  ...['a\u0001b', '\u00a00x1', '&', '<', '0x00&'],
];
/** Texts as written in XML, in place of the escaped ones. */
const WRITTEN = ['&#32;', '&#x41;', '&', '&nope;', '<!---->', '<![CDATA[x]]>', ''];

/** Few values for each event, so that many repeat. */
const events = fc.record({
  id: fc.constantFrom(...IDS),
  provider: fc.constantFrom(...PROVIDERS),
  time: fc.constantFrom(...TIMES),
  recordId: fc.constantFrom(...RECORDS),
  values: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...TEXTS)), { maxLength: 3 }),
  written: fc.option(fc.tuple(fc.nat(), fc.constantFrom(...WRITTEN)), { freq: 4 }),
});

type Made = typeof events extends fc.Arbitrary<infer Event> ? Event : never;

function xmlOf({ id, provider, time, recordId, values, written }: Made): string {
  const usual =
    id === 4625
      ? failedLogonData()
      : id === 4688
        ? processData()
        : id < 4700
          ? logonData()
          : DATA_NAMES.map(defaults);
  const data = usual.map(([name, value]): [string, string] => [name, value]);
  for (const [at, text] of values) data[at % data.length]![1] = text;
  const xml = eventXml({ id, provider, time, recordId, computer: 'PRD-SQL01', data });
  if (written === null) return xml;
  const gaps = [...xml.matchAll(/(?<=>)[^<]+(?=<)/g)];
  const { index, 0: text } = gaps[written[0] % gaps.length]!;
  return xml.slice(0, index) + written[1] + xml.slice(index + text.length);
}

const defaults = (name: string): [string, string] => [name, name.endsWith('Sid') ? 'S-1-5-19' : 'svc.b'];

test('an event that repeats another gives the row that it gives alone', () => {
  let repeats = 0;
  fc.assert(
    fc.property(fc.array(events, { minLength: 1, maxLength: 20 }), (made) => {
      for (const one of made) {
        for (const change of [{}, { recordId: '5' }, { time: TIMES[1]! }])
          if (readBoth(xmlOf({ ...one, ...change })) !== undefined) repeats += 1;
      }
    }),
    { numRuns: 300, seed: 36 },
  );
  expect(repeats).toBeGreaterThan(500);
});

test('only what varies may differ: a session, a record, the time', () => {
  const xml = (values: Readonly<Record<string, string>>, time = TIMES[0]!) =>
    eventXml({ id: 4624, time, computer: 'PRD-SQL77', data: logonData(values) });
  readBoth(xml({}));
  readBoth(xml({}));
  const first = readBoth(xml({}));
  expect(first).toBeDefined();
  expect(readBoth(xml({ TargetLogonId: '0x77' }, TIMES[1]))).toBe(first);
  // What no column holds.
  expect(readBoth(xml({ IpPort: '4711' }))).toBe(first);
  for (const [name, value] of [
    ['TargetUserName', 'svc.c'],
    ['IpAddress', '192.0.2.9'],
    ['TargetLogonId', ''],
  ])
    expect(readBoth(xml({ [name!]: value! }))).toBeUndefined();
});

test('a stream in which nothing repeats is soon no longer looked through, and begins again', () => {
  const xml = (n: number) =>
    eventXml({
      id: 4672,
      time: TIMES[0]!,
      computer: `PC${n}`,
      data: [
        ['SubjectUserName', 'svc.a'],
        ['SubjectLogonId', '0x1'],
      ],
    });
  for (let n = 0; n < 300; n += 1) expect(readBoth(xml(n))).toBeUndefined();
  expect(readBoth(xml(299))).toBeUndefined();
  let repeats = 0;
  for (let n = 0; n < 3_000; n += 1) if (readBoth(xml(n % 10)) !== undefined) repeats += 1;
  expect(repeats).toBeGreaterThan(500);
});

/** Events of real machines; the file is not part of the project. */
const FILE = new URL('../../../../../shared/data/windows-security-real.xml.ndjson.gz', import.meta.url);

function recorded(): string[] | null {
  try {
    return gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  } catch {
    return null;
  }
}

const lines = recorded();
if (lines === null) leaveOut('real Windows events that repeat', 'their file is not beside the checkout');

test.skipIf(lines === null)('recorded events that repeat give the rows that they give alone', () => {
  for (let time = 0; time < 3; time += 1)
    for (const line of lines ?? []) readBoth((JSON.parse(line) as { xml: string }).xml);
});
