import { expect, it } from 'vitest';
import { continues } from './continues.ts';

it('the first letter and the last are steps to go back to, those between are not', () => {
  expect(continues('', 'k')).toBe(false);
  expect(continues('k', 'ke')).toBe(true);
  expect(continues('k', '')).toBe(false);
  expect(continues('k', undefined)).toBe(false);
  expect(continues(null, { from: '2026-11-01', to: '2026-11-02' })).toBe(false);
});
