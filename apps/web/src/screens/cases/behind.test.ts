import { expect, it } from 'vitest';
import { behindWords } from './behind.ts';

it.each([
  [{ lag_seconds: 0 }, null],
  [{ lag_seconds: 299 }, null],
  [{ lag_seconds: 300 }, 'Cases are 5 minutes behind the stored events.'],
  [{ lag_seconds: 10_800 }, 'Cases are 3 hours behind the stored events.'],
])('%j', (assessment, words) => {
  expect(behindWords(assessment)).toBe(words);
});
