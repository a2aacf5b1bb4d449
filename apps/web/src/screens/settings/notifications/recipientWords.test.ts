import { expect, test } from 'vitest';
import { clockOf, minuteOf, quietText } from './recipientWords.ts';

test.each([
  ['00:00', 0],
  ['07:05', 425],
  ['23:59', 1439],
])('%s is minute %i of the day', (clock, minute) => {
  expect(minuteOf(clock)).toBe(minute);
  expect(clockOf(minute)).toBe(clock);
});

test.each(['', '24:00', '7:05', '07:60', '07:05:00', 'noon'])('%j is not a time', (clock) => {
  expect(minuteOf(clock)).toBeNull();
});

test('quiet hours are shown as a range', () => {
  expect(quietText({ quiet_hours: { from: 1320, to: 360 }, time_zone: null })).toBe('22:00–06:00');
  expect(quietText({ quiet_hours: null, time_zone: 'Asia/Tokyo' })).toBe('None');
});
