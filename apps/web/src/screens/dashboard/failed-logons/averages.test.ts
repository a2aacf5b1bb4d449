import { expect, test } from 'vitest';
import { averageText } from './averages.ts';

test.each([
  [0, 345, '< 1, peak 345'],
  [1, 3, '1, peak 3'],
  [11_806, 30_200, '11,806, peak 30,200'],
])('an average of %d with a peak of %d reads %j', (averageFailuresPerHour, peakFailuresPerHour, text) => {
  expect(averageText({ averageFailuresPerHour, peakFailuresPerHour })).toBe(text);
});
