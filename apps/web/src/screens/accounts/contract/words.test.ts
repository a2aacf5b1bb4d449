import { expect, test } from 'vitest';
import { hourRanges, titleOfUse } from './words.ts';

test.each([
  [[], ''],
  [[2], '02:00–03:00'],
  [[1, 2, 3, 9], '01:00–04:00, 09:00–10:00'],
  [[23], '23:00–24:00'],
  [[0, 1, 22, 23], '22:00–02:00'],
  [Array.from({ length: 24 }, (_, hour) => hour), '00:00–24:00'],
])('%j are the hours %s', (hours, text) => {
  expect(hourRanges(hours)).toBe(text);
});

test('kinds of use have texts, unknown ones are shown as they are', () => {
  expect(['logon:3', 'logon:*', 'logon:12', 'constructor'].map(titleOfUse)).toEqual([
    'Network logon',
    'Any logon',
    'Logon type 12',
    'constructor',
  ]);
});
