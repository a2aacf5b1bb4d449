import { expect, test } from 'vitest';
import { trialSentence } from './trialWords.ts';

test.each([
  [0, 0, true, 'No case in 90 days would have been excused.'],
  [1, 0, true, '1 case in 90 days would have been excused.'],
  [14, 0, true, '14 cases in 90 days would have been excused.'],
  [14, 2, true, '14 cases in 90 days would have been excused, and 2 cases in part.'],
  [0, 1, true, 'No case in 90 days would have been excused, and 1 case in part.'],
  [14, 0, false, '14 cases in the newest findings of 90 days would have been excused.'],
])('%d whole and %d narrowed cases, complete %s: %s', (cases, narrowed, complete, words) => {
  expect(trialSentence({ cases, narrowed, complete })).toBe(words);
});
