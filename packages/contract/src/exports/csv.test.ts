import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvLines, tsvLines } from './csv.ts';

/** True for text that a spreadsheet reads as a formula; a lone hyphen is not one. */
const formula = /^(?:[=+@＝＋－＠]|-(?![\s",;|]*$|[\s",;|]))/;

/** Cells as parsed by readers that split at one character, with or without quote handling. */
function cellsOf(text: string): string[] {
  const separators = [',', ';', '\t', '|'];
  const quoting = separators.flatMap((delimiter) => Papa.parse<string[]>(text, { delimiter }).data.flat());
  const plain = separators.flatMap((one) =>
    text.split(/[\r\n\v\f\u0085\u2028\u2029]/).flatMap((line) => line.split(one)),
  );
  return [...quoting, ...plain].map((cell) => cell.replace(/^[\s"]+/, ''));
}

const writers = { csv: csvLines, tsv: tsvLines };

describe.each(Object.entries(writers))('%s', (_name, write) => {
  test.each([
    'svc;=2+5',
    'svc; =2+5',
    'svc;"=2+5"',
    'svc";"=2+5',
    'svc\t=2+5',
    'svc\n=2+5',
    'svc\r\n@SUM(A1)',
    'svc|+1',
    'svc,-1',
    'svc;\t"\t=1',
    ';=1',
    '";=1',
    '\t;=1',
    'svc;＝1',
    "svc;=cmd|' /C calc'!A0",
    'svc\u2028=1',
  ])('%j starts no formula in any cell', (text) => {
    const file = write([
      ['2026-11-21T10:00:00.000Z', text, 'x'],
      [text, text, text],
    ]);
    expect(cellsOf(file).filter((cell) => formula.test(cell))).toEqual([]);
  });

  test('nor does any other text', () => {
    const unit = fc.constantFrom(...'=+-@;,|"\'\t\r\n a1＝'.split(''), '\u2028');
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 3, maxLength: 3 })),
        (rows) => {
          const table = [['time', 'name', 'host'], ...rows];
          expect(cellsOf(write(table)).filter((cell) => formula.test(cell))).toEqual([]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test('escaping happens once: an escaped text is unchanged', () => {
  const once = csvLines([["svc;'=2+5", "'=1"]]);
  expect(once).toBe(`svc;'=2+5,'=1\r\n`);
});

test.each([
  'sqlcmd -S PRD-SQL01 -U svc.billing',
  'a;b',
  'x - y',
  '-',
  'cmd /c "dir" -x',
  'a=b;c=d',
  '2026-11-21',
])('%j keeps its text', (text) => {
  expect(Papa.parse<string[]>(csvLines([['t', text]]), { delimiter: ',', newline: '\r\n' }).data[0]![1]).toBe(
    text,
  );
});

test('numbers stay numbers', () => {
  expect(csvLines([[-3, 2.5, null, true]])).toBe('-3,2.5,,true\r\n');
});
