import { expect, test } from 'vitest';
import { numberOf, parseSeeds } from './options.ts';

test.each([
  ['11-14', [11, 12, 13, 14]],
  ['3-3', [3]],
  ['3,8,21', [3, 8, 21]],
  ['8,3,8', [8, 3]],
  ['0', [0]],
])('seeds %s', (text, seeds) => {
  expect(parseSeeds(text)).toEqual(seeds);
});

test.each(['', '5-3', '1-900', 'a', '1,,2', '-1', '1.5'])('no seeds: %j', (text) => {
  expect(() => parseSeeds(text)).toThrow('--seeds must be like 11-20 or 3,8,21');
});

test('an option must be a whole number from its least', () => {
  expect(numberOf('accounts', '100', 100)).toBe(100);
  for (const text of ['99', '1.5', '', 'many'])
    expect(() => numberOf('accounts', text, 100)).toThrow(
      `--accounts must be a whole number from 100, not ${JSON.stringify(text)}`,
    );
});
