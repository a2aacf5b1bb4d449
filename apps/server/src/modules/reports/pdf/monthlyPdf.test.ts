import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { monthlyReportSample } from '../testing/report.ts';
import { runsOf } from './fonts.ts';
import { monthlyPdf } from './monthlyPdf.ts';

const shown = (text: string) =>
  runsOf(text, 'mono')
    .map((run) => run.text)
    .join('');

test.each([
  ['svc.billing', 'svc.billing'],
  ['a\u202eb\u2066c\u200b', 'a\\u{202e}b\\u{2066}c\\u{200b}'],
  ['a\u0000b\u0007', 'a\\u{0}b\\u{7}'],
  ['one\r\n two\t', 'one two '],
  ['Zürich Київ Ωμέγα', 'Zürich Київ Ωμέγα'],
  ['שלום 日本 🏦', '\\u{5e9}\\u{5dc}\\u{5d5}\\u{5dd} \\u{65e5}\\u{672c} \\u{1f3e6}'],
  ['\ud800', '\\u{d800}'],
])('%j is drawn as %j', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('combining marks do not pile up', () => {
  expect(shown(`x${'\u0301'.repeat(500)}`).length).toBeLessThan(40);
});

/** The content streams of a file. */
function contentsOf(file: Buffer): string[] {
  const text = file.toString('latin1');
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
    try {
      const inflated = inflateSync(Buffer.from(body!, 'latin1')).toString('latin1');
      return /\bBT\b/.test(inflated) ? [inflated] : [];
    } catch {
      return [];
    }
  });
}

test('the file has tags, a language, and headings, tables and figures for screen readers', async () => {
  const text = (await monthlyPdf(monthlyReportSample())).toString('latin1');
  expect(text).toContain('/MarkInfo');
  expect(text).toMatch(/\/Lang \(en-US\)/);
  for (const tag of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure']) expect(text).toContain(`/S /${tag}`);
  expect(text).not.toMatch(/\/(JavaScript|JS|Launch|URI|EmbeddedFile|AA|OpenAction)\b/);
});

test('names with operators, of great length or without a glyph are drawn as glyphs, and the file stays small', async () => {
  const hostile = [
    ') Tj ET Q /JavaScript (app.alert(1)) endstream endobj %%EOF',
    '\u202egnillib.cvs',
    '(((\\)))'.repeat(36),
    'x'.repeat(256),
    '\u0000\u0007\u001b[31m',
    `x${'\u0301'.repeat(255)}`,
    '日'.repeat(256),
  ];
  const name = (index: number) => hostile[index % hostile.length]!;
  const sample = monthlyReportSample({ organization: name(0) });
  const report = {
    ...sample,
    accounts: Array.from({ length: 10 }, (_, index) => ({ name: name(index), now: 10 - index, before: 0 })),
    persons: [],
    servers: [],
    cases: {
      ...sample.cases,
      listed: Array.from({ length: 20 }, (_, index) => ({
        ...sample.cases.listed[0]!,
        number: 2_147_483_647,
        sentence: `${name(index)} `.repeat(20),
      })),
    },
    exceptions: {
      ...sample.exceptions,
      listed: sample.exceptions.listed.map((row, index) => ({
        ...row,
        reason: name(index).repeat(7).slice(0, 2_000),
        approved_by: `${'x'.repeat(240)}@a.example`,
      })),
    },
  };
  const file = await monthlyPdf(report);
  expect(file.length).toBeLessThan(500_000);
  const contents = contentsOf(file);
  expect(contents.length).toBeGreaterThan(2);
  for (const content of contents) {
    expect(content).not.toMatch(/JavaScript|endstream|alert/);
    // Text is drawn only by glyph numbers.
    expect(content).not.toMatch(/\((?:[^()\\]|\\.)*\)\s*Tj/);
  }
  expect(file.toString('latin1')).not.toMatch(/\/JavaScript|app\.alert/);
}, 120_000);
