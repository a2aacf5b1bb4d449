import { describe, expect, it } from 'vitest';
import { parseSeconds, parseSize } from './values.ts';

describe('parseSize', () => {
  it.each([
    ['512MiB', 536_870_912],
    ['512 MB', 536_870_912],
    ['1g', 1_073_741_824],
    ['1.5K', 1_536],
    ['4096', 4_096],
    ['10B', 10],
  ])('%s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });
  it.each(['', '0', '-1', 'much', '1 PiB', '0.1', '9e99'])('refuses %j', (text) => {
    expect(() => parseSize(text)).toThrow(/Use a size/);
  });
});

describe('parseSeconds', () => {
  it('returns milliseconds', () => {
    expect(parseSeconds('30')).toBe(30_000);
    expect(parseSeconds('0.5')).toBe(500);
  });
  it.each(['', '0', '-1', 'soon', '86401', 'Infinity'])('refuses %j', (text) => {
    expect(() => parseSeconds(text)).toThrow(/number of seconds/);
  });
});
