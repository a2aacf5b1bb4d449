import { expect, test } from 'vitest';
import { compare } from './ratios.ts';

test('a ratio may be as low as four fifths of the committed one', () => {
  const compared = compare(
    [
      { name: 'same', value: 0.8 },
      { name: 'lower', value: 0.79 },
      { name: 'higher', value: 2 },
      { name: 'new', value: 0.1 },
    ],
    { same: 1, lower: 1, higher: 1 },
  );
  expect(compared.map(({ name, isLower }) => [name, isLower])).toEqual([
    ['same', false],
    ['lower', true],
    ['higher', false],
    ['new', false],
  ]);
});

test('a committed ratio that is no longer measured is an error', () => {
  expect(() => compare([{ name: 'a', value: 1 }], { a: 1, b: 1 })).toThrow('No benchmark measures: b');
});
