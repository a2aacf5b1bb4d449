import { expect, test } from 'vitest';
import { hourRanges, hoursFrom, hourWords, titleOfUse, zoneWords } from './words.ts';

test.each([
  [[], ''],
  [[2], '02:00–03:00'],
  [[1, 2, 3, 9], '01:00–04:00, 09:00–10:00'],
  [[23], '23:00–24:00'],
  [[0, 1, 22, 23], '22:00–02:00'],
  [Array.from({ length: 24 }, (_, hour) => hour), '00:00–24:00'],
])('%j are the hours %s', (hours, text) => {
  expect(hourRanges(hours, 0)).toBe(text);
});

test.each([
  [[8, 9], 60, '09:00–11:00', 'UTC+1'],
  [[22, 23], 120, '00:00–02:00', 'UTC+2'],
  [[20, 2], -210, '16:30–17:30, 22:30–23:30', 'UTC−3:30'],
  [[18], 330, '23:30–00:30', 'UTC+5:30'],
  [[3], -240, '23:00–24:00', 'UTC−4'],
])('%j of UTC are, %i minutes off, the hours %s', (hours, offset, text, zone) => {
  expect([hourRanges(hours, offset), zoneWords(offset)]).toEqual([text, zone]);
});

test('hours are offered from the begin of the own day', () => {
  expect(
    hoursFrom(330)
      .slice(0, 2)
      .map((hour) => hourWords(hour, 330)),
  ).toEqual(['00:30', '01:30']);
});

test('kinds of use have texts, unknown ones are shown as they are', () => {
  expect(['logon:3', 'logon:*', 'logon:12', 'constructor'].map(titleOfUse)).toEqual([
    'Network logon',
    'Any logon',
    'Logon type 12',
    'constructor',
  ]);
});
