import type { EvidenceEntry, EvidenceFile, MonthlyReport } from '@scout/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../../../scripts/testLength.mjs';
import { evidenceEntries, evidenceSample } from '../testing/evidence.ts';
import { monthlyReportSample } from '../testing/report.ts';
import { evidencePdf } from './evidencePdf.ts';
import type { Face } from './fonts.ts';
import { monthlyPdf } from './monthlyPdf.ts';
import { drawSheet, PAGE, WIDTH } from './sheet.ts';

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
/** Every pair of printable ASCII characters: programmers' fonts join some of them. */
const pairs = ascii.flatMap((one) => ascii.map((next) => `svc${one}${next}x`));
/** Longer sequences that fonts join. */
const joined = [
  'www',
  '-->',
  '<!--',
  '===',
  '!==',
  '|||>',
  '<==>',
  '://',
  ':::',
  '...',
  '####',
  '~~>',
  '__',
  '0xFF',
  '1/2',
  'ffi',
];
const scripts = [
  '日本語の名前',
  '서비스',
  'خدمة‎',
  'שירות',
  'सेवा',
  'บริการ',
  'Ѝ҉',
  'e\u0301\u0302\u0303',
  '\u0301',
  '👩‍👩‍👧‍👦',
  '🇨🇭',
  '\ud800',
  '\udc00x',
  '\u0000\u0007\u001b[31m',
  '\u202egnillib.cvs\u202c',
  '\u2066a\u2069',
  '\ue000\u{f0000}',
  '\u{10ffff}',
  '\ufffe\uffff',
  '\u2028\u2029\u0085',
  '\ufb01',
  '\u{e0041}',
  '\u1f7c\u03b1\u0345',
  '\u1e9e',
  '<&>"\']]>',
  '%PDF (x) Tj',
  '',
];
const hugeNames = [
  '-'.repeat(65_536),
  '日'.repeat(65_536),
  `a${'\u0301'.repeat(65_535)}`,
  'svc-> '.repeat(11_000),
];

const unit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ascii) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)) },
  { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0x52f }).map((point) => String.fromCodePoint(point)) },
  { weight: 1, arbitrary: fc.constantFrom(...joined, ...scripts) },
);
const texts = (seed: number, count: number) =>
  fc.sample(
    fc.array(unit, { minLength: 1, maxLength: 24 }).map((parts) => parts.join('')),
    { seed, numRuns: count },
  );

/** Fields whose text is the server's: times, numbers, identifiers and words of fixed lists. */
const OWN = new Set([
  'type',
  'at',
  'until',
  'last',
  'id',
  'recorded_at',
  'kind',
  'kinds',
  'permitted_until',
  'severity',
  'last_seen',
  'status',
  'closed_as',
  'person_level',
  'exception',
  'received_at',
  'made_at',
  'month',
  'time_zone',
  'from',
  'to',
  'day',
  'opened_at',
  'closed_at',
  'last_at',
  'event_type',
  'left_out',
  'last_seen_at',
  'ends_at',
  'starts_at',
]);

/** A copy with every text from outside replaced, each by the next one. */
function withTexts<T>(value: T, next: () => string): T {
  if (typeof value === 'string') return next() as T;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, next)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, OWN.has(name) ? item : withTexts(item, next)]),
  ) as T;
}

/** Lines and wrapped paragraphs in every font. */
async function sheetOf(all: readonly string[]): Promise<void> {
  await drawSheet({ title: all[0]!, foot: all.at(-1)!, made: new Date(0) }, (sheet) => {
    for (const face of ['words', 'strong', 'mono'] satisfies Face[]) {
      for (const text of all) {
        sheet.reserveHeight(20);
        sheet.element('P', () => sheet.line(text, PAGE.left, sheet.y, WIDTH, { face }));
        for (const line of sheet.wrap(text, 60, 4, { face }))
          sheet.element('P', () => sheet.line(line, PAGE.left, sheet.y, 60, { face }));
        sheet.y += 20;
      }
    }
  });
}

const turns = (all: readonly string[]) => {
  let at = 0;
  return () => all[at++ % all.length]!;
};
const papers: Readonly<Record<string, (all: readonly string[]) => Promise<unknown>>> = {
  'the drawing of lines': sheetOf,
  'a monthly report': (all) => monthlyPdf(withTexts<MonthlyReport>(monthlyReportSample(), turns(all))),
  evidence: (all) => {
    const rounds = Array.from({ length: Math.ceil(all.length / 30) }, () => evidenceEntries).flat();
    const next = turns(all);
    const file = evidenceSample();
    return evidencePdf({
      ...file,
      organization: withTexts(file.organization, next),
      made_by: next(),
      entries: rounds.map((entry) => ({ hash: file.head, entry: withTexts<EvidenceEntry>(entry, next) })),
    } as unknown as EvidenceFile);
  },
};

/** The first of the texts that a document cannot be drawn with, with its code points. */
async function undrawable(
  draw: (all: readonly string[]) => Promise<unknown>,
  all: readonly string[],
): Promise<string | undefined> {
  try {
    await draw(all);
    return undefined;
  } catch (error) {
    for (const text of all) {
      const problem = await draw([text]).catch(String);
      if (typeof problem === 'string')
        return `${JSON.stringify(text.slice(0, 200))} (${Array.from(text.slice(0, 40), (each) => each.codePointAt(0)!.toString(16)).join(' ')}): ${problem}`;
    }
    return `all together: ${String(error)}`;
  }
}

describe.each(Object.keys(papers))('%s', (name) => {
  const draw = papers[name]!;
  test('is drawn with joined characters, every script and characters without a glyph', async () => {
    expect(await undrawable(draw, [...joined, ...scripts])).toBeUndefined();
  });

  test('is drawn with names of 64 K', { timeout: 120_000 }, async () => {
    expect(await undrawable(draw, hugeNames)).toBeUndefined();
  });

  test.each(rotatingSeeds(lengthOf(2, 40)))(
    'is drawn with any text, seed %i',
    { timeout: 120_000 },
    async (seed) => {
      expect(await undrawable(draw, texts(seed, lengthOf(200, 1_000)))).toBeUndefined();
    },
  );
});

test('every pair of ASCII characters is drawn', { timeout: 120_000 }, async () => {
  const monospaced = (all: readonly string[]) =>
    drawSheet({ title: 'Pairs', foot: 'Scout', made: new Date(0) }, (sheet) => {
      for (const text of all) sheet.line(text, PAGE.left, PAGE.top, WIDTH, { face: 'mono' });
    });
  expect(await undrawable(monospaced, pairs)).toBeUndefined();
});
