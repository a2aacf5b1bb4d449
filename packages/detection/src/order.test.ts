import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints } from './order.ts';

test('the order is that of code points, not of UTF-16 units', () => {
  expect(['\u{1F600}', '\uFFFD', 'é', 'z', 'Z', 'a', ''].sort(compareCodePoints)).toEqual([
    '',
    'Z',
    'a',
    'z',
    'é',
    '\uFFFD',
    '\u{1F600}',
  ]);
});

/** Units on both sides of every relevant boundary. */
const text = fc.string({
  unit: fc.constantFrom(
    '\0',
    'A',
    'a',
    '\x7F',
    '\x80',
    '\u07FF',
    '\u0800',
    '\uD7FF',
    '\uE000',
    '\uFFFF',
    '\u{10000}',
    '\u{10FFFF}',
  ),
});

test('it agrees with the order of code points and of UTF-8 bytes', () => {
  const points = (text: string) => [...text].map((char) => char.codePointAt(0)!);
  const byPoints = (a: string, b: string) => {
    const [x, y] = [points(a), points(b)];
    const at = x.findIndex((point, i) => point !== y[i]);
    return at === -1 ? x.length - y.length : x[at]! - (y[at] ?? -1);
  };
  fc.assert(
    fc.property(text, text, (a, b) => {
      const sign = Math.sign(compareCodePoints(a, b));
      expect(sign).toBe(Math.sign(byPoints(a, b)));
      expect(sign).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
  );
});
