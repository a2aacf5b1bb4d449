import type { EvidenceEntry } from '@scout/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../../scripts/testLength.mjs';
import { evidenceEntries, evidenceSample } from '../testing/evidence.ts';
import { monthlyReportSample } from '../testing/report.ts';
import { evidencePdf } from './evidencePdf.ts';
import type { Face } from './fonts.ts';
import { monthlyPdf } from './monthlyPdf.ts';
import { drawSheet } from './sheet.ts';

const FACES: readonly Face[] = ['words', 'strong', 'mono'];
const [seed] = rotatingSeeds(1);

/** Draws texts in a font, and returns those that cannot be drawn. */
async function failing(texts: readonly string[], face: Face): Promise<string[]> {
  const failed: string[] = [];
  await drawSheet({ title: 'Any text', foot: '', made: new Date(0) }, (sheet) => {
    for (const text of texts)
      try {
        sheet.decoration(() => {
          for (const line of sheet.wrap(text, 200, 3, { face })) sheet.line(line, 50, 100, 120, { face });
        });
      } catch (error) {
        failed.push(`${JSON.stringify(text)}: ${error}`);
      }
  });
  return failed;
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

test.each(FACES)('any two characters beside each other can be drawn: %s', async (face) => {
  const pairs = PRINTABLE.flatMap((a) => PRINTABLE.map((b) => `svc${a}${b}x`));
  expect(await failing([...pairs, 'www', '-->', '<!--', '====', '|||>', '&&&'], face)).toEqual([]);
});

/** Texts of any script, with lone surrogates, and of what names of machines and accounts are made of. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(...'-=>|:/.wW$*~!?#_+&%<\\\u0301\u200d\u202e\ud83d\ue000'),
    maxLength: 60,
  }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
);

test(`any text can be drawn in any font, seed ${seed}`, async () => {
  const texts = fc.sample(anyText, { seed: seed!, numRuns: lengthOf(300, 50_000) });
  for (const face of FACES) expect(await failing(texts, face)).toEqual([]);
});

/** A copy with another text in each field of this type that is a name or words of people and machines. */
function written<T>(value: T, text: string): T {
  if (Array.isArray(value)) return value.map((each) => written(each, text)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, of]) => [
    key,
    typeof of === 'string' && OF_OTHERS.has(key) ? text : written(of, text),
  ]);
  return Object.fromEntries(entries) as T;
}
const OF_OTHERS = new Set(
  'account accounts person persons name sentence reason organization approved_by by text program source server owner purpose label'.split(
    ' ',
  ),
);

test(`reports and evidence are made with any text in them, seed ${seed}`, async () => {
  const random = fc.sample(anyText, { seed: seed!, numRuns: lengthOf(3, 200) });
  for (const text of ['svc--backup', 'svc->x==y||z::www', ...random])
    try {
      const report = monthlyReportSample(written(monthlyReportSample(), text));
      expect((await monthlyPdf(report)).length).toBeGreaterThan(1_000);
      const entries = written(evidenceEntries, text) as EvidenceEntry[];
      expect((await evidencePdf(evidenceSample(entries))).length).toBeGreaterThan(1_000);
    } catch (error) {
      throw new Error(`With ${JSON.stringify(text)}`, { cause: error });
    }
});
