import { expect, test } from 'vitest';
import { caseTrialSentence } from './caseTrialWords.ts';

const to = '2026-11-22T12:00:00.000Z';
const ninetyDays = '2026-08-24T12:00:00.000Z';

test.each([
  [ninetyDays, 0, 0, 0, 'No case in 90 days, as now.'],
  [ninetyDays, 14, 0, 0, '14 cases in 90 days, as now.'],
  [ninetyDays, 14, 3, 2, '14 cases in 90 days, 3 of them new, 2 gone.'],
  [ninetyDays, 1, 1, 0, '1 case in 90 days, new.'],
  [ninetyDays, 2, 2, 0, '2 cases in 90 days, all new.'],
  [ninetyDays, 0, 0, 5, 'No case in 90 days, 5 gone.'],
  ['2026-11-10T12:00:00.000Z', 1_200, 1, 0, '1,200 cases in 12 days, 1 of them new.'],
  ['2026-11-22T06:00:00.000Z', 1, 0, 0, '1 case in one day, as now.'],
])('from %s: %d cases, %d new, %d gone: %s', (from, next, added, gone, words) => {
  expect(caseTrialSentence({ from, to, next, added, gone })).toBe(words);
});
