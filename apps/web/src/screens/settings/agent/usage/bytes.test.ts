import { describe, expect, it } from 'vitest';
import { formatBytes, formatShare } from './bytes.ts';

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [4_200, '4.2 kB'],
    [17_400_000, '17 MB'],
    [500_000_000_000, '500 GB'],
    [1_500_000_000_000, '1.5 TB'],
  ])('%i: %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0, 100, '0 %'],
    [1, 1000, 'under 1 %'],
    [425, 1000, '42 %'],
    [1000, 1000, '100 %'],
  ])('%i of %i: %s', (part, whole, text) => expect(formatShare(part, whole)).toBe(text));
});
