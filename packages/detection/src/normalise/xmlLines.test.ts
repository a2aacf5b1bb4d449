import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { NormaliseResult } from '../event.ts';
import { eventXml, processData } from '../testing/eventXml.ts';
import { normaliseLine } from './normalise.ts';
import { Rejection } from './rejection.ts';
import { rowOfEvent } from './rowOfEvent.ts';
import { readEventXmlAfresh } from './xml.ts';

const NOW = Date.UTC(2026, 10, 21);
const TIME = '2026-11-20T08:51:04.851518700Z';
const PATH = String.raw`C:\Windows\System32\svchost.exe`;

const xmlOf = (values: Readonly<Record<string, string>> = {}, time = TIME): string =>
  eventXml({
    id: 4688,
    time,
    recordId: '7',
    computer: 'PRD-SQL01',
    data: processData({ NewProcessName: PATH, ...values }),
  });

const lineOf = (xml: string): string => JSON.stringify({ xml });

/** The result for a line by reading its JSON and its XML, without anything remembered. */
function afresh(line: string): object {
  try {
    const { xml } = JSON.parse(line) as { xml: string };
    return { ok: true, row: rowOfEvent(readEventXmlAfresh(xml), NOW) };
  } catch (error) {
    if (error instanceof Rejection) return { ok: false, code: error.code, message: error.message };
    return { ok: false, code: 'not_json' };
  }
}

function read(line: string): NormaliseResult {
  const result = normaliseLine(line, NOW);
  const { like: _, ...whole } = { like: undefined, ...result };
  const expected = afresh(line);
  expect(whole).toEqual('message' in expected ? expected : expect.objectContaining(expected));
  return result;
}

const likeOf = (result: NormaliseResult) => (result.ok ? result.like : undefined);

// So many that lines of this kind are compared by an expression.
beforeAll(() => {
  for (let n = 0; n < 4_200; n += 1) normaliseLine(lineOf(xmlOf({ SubjectLogonId: `0x${n}` })), NOW);
});

test('a line that differs only in what varies repeats an earlier one, with escapes in the rest', () => {
  const first = likeOf(read(lineOf(xmlOf())));
  expect(first).toBeDefined();
  expect(likeOf(read(lineOf(xmlOf({ SubjectLogonId: '0x7', ProcessId: String.raw`\x` }))))).toBe(first);
  expect(likeOf(read(`${lineOf(xmlOf({}, '2026-11-20T09:00:00.000Z'))}\r`))).toBe(first);
  expect(likeOf(read(lineOf(xmlOf({ NewProcessName: `${PATH}x` }))))).toBeUndefined();
});

/** Texts as JSON has them: escapes of all kinds, also of what ends a value, invalid ones, and what no JSON may contain. */
const WRITTEN = [
  ...[
    'svc.a',
    '',
    ' ',
    '-',
    'ü',
    String.raw`C:\\a\\b`,
    String.raw`a\/b`,
    String.raw`a\tb`,
    String.raw`\n`,
    String.raw`\\`,
  ],
  ...[
    String.raw`\u0041`,
    String.raw`\u003c`,
    String.raw`\u003cx/\u003e`,
    String.raw`\"`,
    String.raw`\q`,
    String.raw`\u00`,
  ],
  ...[
    '&amp;',
    '&#x41;',
    '&',
    '<',
    '<b/>',
    '"',
    '","xml":"',
    '\u0001',
    '\t',
    '\ud800',
    `'`,
    '\u2028',
    '>',
    '{}',
    '\\',
  ],
];
const NAMES = ['SubjectUserName', 'SubjectLogonId', 'NewProcessName', 'ProcessId', 'CommandLine'];

test('a line gives the row, or the rejection, that reading its JSON and its XML gives', () => {
  const values = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...WRITTEN)), { maxLength: 3 });
  fc.assert(
    fc.property(values, fc.constantFrom('', ' ', '\r', ',', '}'), fc.boolean(), (made, end, isRepeated) => {
      const marked = Object.fromEntries(made.map(([name], index) => [name, `@${index}@`]));
      let line = lineOf(xmlOf(marked));
      for (const [index, [, text]] of made.entries()) line = line.replace(`@${index}@`, () => text);
      for (let time = 0; time < (isRepeated ? 2 : 1); time += 1) read(line + end);
    }),
    { numRuns: 2_000, seed: 36 },
  );
});

test('other ways to write the same line are read as JSON', () => {
  const line = lineOf(xmlOf());
  const first = read(line);
  for (const other of [
    line.replaceAll('<', String.raw`\u003c`),
    line.replace('{"xml":', '{ "xml" : '),
    line.replace(/\}$/, ',"host":"PRD-SQL01"}'),
    `\ufeff${line}`,
  ]) {
    const result = normaliseLine(other, NOW);
    expect(result.ok && result.row).toEqual(first.ok && first.row);
  }
});
