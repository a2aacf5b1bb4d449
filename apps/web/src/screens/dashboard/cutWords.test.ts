import { limits } from '@scout/contract';
import { expect, test } from 'vitest';
import { cutNote } from './cutWords.ts';

test.each([
  [12, 183, { footnote: '12 of 183 workstations' }],
  [200, 1_204, { footnote: '200 of 1,204 workstations' }],
  [10, limits.figures.listRows, { footnote: '10 of 1,000 or more workstations' }],
  [3, 3, {}],
  [0, 0, {}],
])('%d of %d', (shown, all, note) => {
  expect(cutNote(shown, all, 'workstations')).toEqual(note);
});
