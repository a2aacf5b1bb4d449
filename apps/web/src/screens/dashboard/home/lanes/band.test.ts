import { expect, it } from 'vitest';
import { bandBetween, bandOf, rangeOf } from './band.ts';

const days = Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`);

it.each([
  ['30d', null],
  ['7d', { from: 23, to: 29 }],
  ['1d', { from: 29, to: 29 }],
  ['90d', null],
  [
    { from: '2026-11-03', to: '2026-11-05' },
    { from: 2, to: 4 },
  ],
  [
    { from: '2026-10-03', to: '2026-11-05' },
    { from: 0, to: 4 },
  ],
  [
    { from: '2026-11-28', to: '2026-12-05' },
    { from: 27, to: 29 },
  ],
  [{ from: '2026-10-01', to: '2026-10-05' }, null],
  [{ from: '2026-12-01', to: '2026-12-05' }, null],
  [{ from: '2026-10-01', to: '2026-12-05' }, null],
] as const)('%j', (range, band) => {
  expect(bandOf(range, days)).toEqual(band);
});

it('is the range that it stands for, dragged either way', () => {
  const band = bandBetween(6, 2);
  expect(rangeOf(band, days)).toEqual({ from: '2026-11-03', to: '2026-11-07' });
  expect(bandOf(rangeOf(band, days), days)).toEqual(band);
});
