import { expect, test } from 'vitest';
import { spreadOf } from './spread.ts';

test('a figure has its least, median and greatest value, of an even number the mean of the middle ones', () => {
  expect(spreadOf([9, 1, 4])).toEqual({ min: 1, median: 4, max: 9 });
  expect(spreadOf([10, 1, 4, 5])).toEqual({ min: 1, median: 4.5, max: 10 });
  expect(spreadOf([2])).toEqual({ min: 2, median: 2, max: 2 });
});
