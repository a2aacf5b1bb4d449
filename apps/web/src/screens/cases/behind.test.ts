import { expect, it } from 'vitest';
import { behindWords } from './behind.ts';

it.each([
  [{ lag_seconds: 0, history: null }, []],
  [{ lag_seconds: 299, history: null }, []],
  [{ lag_seconds: 300, history: null }, ['Cases are 5 minutes behind what is stored.']],
  [{ lag_seconds: 10_800, history: null }, ['Cases are 3 hours behind what is stored.']],
  [
    { lag_seconds: 20, history: { batches: 1_000, folded: 999 } },
    ['Events from before this version are being read: 99 % are done. Cases may change until all are.'],
  ],
])('%j', (assessment, words) => {
  expect(behindWords(assessment)).toEqual(words);
});
