import { expect, it } from 'vitest';
import { behindWords } from './behind.ts';

it.each([
  [{ lag_seconds: 0, history: null }, []],
  [{ lag_seconds: 299, history: null }, []],
  [{ lag_seconds: 300, history: null }, ['Cases are 5 minutes behind the stored events.']],
  [{ lag_seconds: 10_800, history: null }, ['Cases are 3 hours behind the stored events.']],
  [
    { lag_seconds: 20, history: { batches: 1_000, folded: 999 } },
    [
      'Scout is reading events stored by an earlier version: 99% done. Cases may change until it is finished.',
    ],
  ],
])('%j', (assessment, words) => {
  expect(behindWords(assessment)).toEqual(words);
});
