import type { EvidenceEntry } from '@scout/contract';
import { expect, test } from 'vitest';
import { evidenceEntries, evidenceSample } from '../testing/evidence.ts';
import { evidencePdf } from './evidencePdf.ts';

const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)!.length;

test('the file has tags and a language, and its properties contain the head', async () => {
  const sample = evidenceSample();
  const text = (await evidencePdf(sample)).toString('latin1');
  expect(text).toContain(`<pdf:Keywords>${sample.head}</pdf:Keywords>`);
  expect(text).toMatch(/\/Lang \(en-US\)/);
  for (const tag of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD']) expect(text).toContain(`/S /${tag}`);
  expect(text).not.toMatch(/\/(JavaScript|JS|Launch|URI|EmbeddedFile|AA|OpenAction)\b/);
});

test('every entry is drawn: more entries take more pages', async () => {
  const use = evidenceEntries.find((entry) => entry.type === 'use') as EvidenceEntry;
  const uses = (count: number) =>
    evidenceSample(
      Array.from({ length: count }, (_, index) => ({
        ...use,
        at: new Date(1e12 + index * 1e6).toISOString(),
      })),
    );
  const [few, many] = [await evidencePdf(uses(10)), await evidencePdf(uses(100))];
  expect(pagesOf(few)).toBeLessThan(3);
  expect(pagesOf(many)).toBeGreaterThanOrEqual(5);
});

test('very long or hostile names stay within the page', async () => {
  const hostile = ') Tj ET /JavaScript (app.alert(1)) endstream '.repeat(50);
  const entries = evidenceEntries.map((entry) =>
    Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [
        name,
        ['account', 'person', 'reason', 'sentence', 'text', 'by', 'program'].includes(name) ? hostile : value,
      ]),
    ),
  ) as EvidenceEntry[];
  const file = await evidencePdf(evidenceSample(entries));
  expect(file.toString('latin1')).not.toContain('/JavaScript (app');
  expect(pagesOf(file)).toBeLessThan(6);
  expect(file.length).toBeLessThan(400_000);
});
