import { FEATURES, type Feature, UNWEIGHTED } from '@scout/cases';
import { expect, test } from 'vitest';
import type { BankExamples, Example } from './examples.ts';
import { crossValidated, figuresOf, fitWeights, scored } from './model.ts';
import { sourceOf, tableOf } from './table.ts';

/** Banks in which true alerts come from workstations, and false ones from odd hours that have more nats. */
function banks(count: number): BankExamples[] {
  const alert = (feature: Feature, nats: number, found: number[]): Example => ({
    nats: { [feature]: nats },
    rest: 0,
    found,
  });
  return Array.from({ length: count }, (_, seed) => ({
    seed,
    accounts: 100,
    days: 30,
    stories: 3,
    examples: [
      ...[0, 1, 2].map((i) => alert('source: workstation', 10 + i, [i])),
      ...[0, 1, 2, 3, 4, 5].map((i) => alert('hour: odd', 11 + i, [])),
    ],
  }));
}

test('what true alerts have counts more, what false ones have less, and nothing speaks for work', () => {
  const weights = fitWeights(banks(6), 3);
  expect(weights['source: workstation']).toBeGreaterThan(1.5 * weights['hour: odd']);
  for (const feature of FEATURES) expect(weights[feature]).toBeGreaterThan(0);
  // No alert has them, so that nothing is known.
  expect(weights.silence).toBe(weights.path);
  expect(weights.silence).toBeGreaterThan(weights['hour: odd']);
});

test('a strong draw to 1 leaves the weights as they are', () => {
  const weights = fitWeights(banks(6), 1e6);
  for (const feature of FEATURES) expect(weights[feature]).toBeCloseTo(1, 1);
});

test('recall and precision are of the most severe alerts of all banks together', () => {
  const all = banks(6);
  // 18,000 account-days: eighteen alerts at 1.
  expect(figuresOf(all.map((bank) => scored(bank, UNWEIGHTED)))[0]!.recall).toBeLessThan(0.4);
  const [at1] = figuresOf(crossValidated(all, 3, 3));
  expect(at1).toEqual({ budget: 1, recall: 1, precision: 1 });
});

test('the table lists every feature with its weight and what it is worth', () => {
  const all = banks(6);
  const weights = fitWeights(all, 3);
  const table = tableOf(all, weights);
  expect(table.map(({ feature }) => feature)).toEqual([...FEATURES]);
  const source = sourceOf(table, ['About.']);
  expect(source).toContain(' * About.\n */\nexport const FITTED = {\n');
  expect(source).toMatch(/ {2}'source: workstation': 1\.\d+, \/\/ 18 alerts; 100\.0, /);
  expect(source).toMatch(/\n {2}silence: [\d.]+, \/\/ 0 alerts; 0\.0, 0\.0\n/);
});
