import { expect, it } from 'vitest';
import { dayWords, totalWords } from './trackWords.ts';

const tracks = {
  refused: { all: [0, 1, 345], of_case: [0, 0, 340] },
  'signed-in': { all: [0, 0, 1200], of_case: [0, 0, 0] },
  client: { all: [0, 1, 2], of_case: [0, 0, 0] },
};

it('describes what happened on a day, and in total', () => {
  expect([0, 1, 2].map((day) => dayWords(tracks, day))).toEqual([
    'nothing',
    '1 refused, 1 database client',
    '345 refused, 1,200 signed in, 2 database clients; 340 part of the case',
  ]);
  expect(totalWords(tracks)).toBe('346 refused, 1,200 signed in, 3 database clients; 340 part of the case');
});
