import { expect, test } from 'vitest';
import { spanText } from './spanText.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-12T07:58:10Z', '2026-11-12T08:09:59Z', 'Nov 12 08:58 – 09:09'],
  ['2026-11-12T07:58:10Z', '2026-11-14T08:09:59Z', 'Nov 12 08:58 – Nov 14 09:09'],
  ['2026-11-12T07:58:10Z', '2026-11-12T07:58:50Z', 'Nov 12 08:58'],
  ['2025-12-31T22:58:10Z', '2026-01-01T00:10:00Z', 'Dec 31, 2025 23:58 – Jan 01 01:10'],
  ['never', '2026-01-01T00:10:00Z', ''],
])('%s to %s is %j', (first, last, expected) => {
  expect(spanText(first, last, 'Europe/Zurich', now)).toBe(expected);
});
