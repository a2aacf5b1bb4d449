import { expect, test, vi } from 'vitest';
import { mayHoldUrlWithName, urlSpans } from './urls.ts';

/** Characters that are cut out to be examined, for a text of 64 K characters. */
function examined(piece: string): number {
  const text = piece.repeat(65_536 / piece.length);
  const slice = vi.spyOn(String.prototype, 'slice');
  urlSpans(text);
  const count = slice.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
  slice.mockRestore();
  return count;
}

// A scheme of at most 40 characters is examined before each `://`, once.
test.each([
  '://',
  '://:;',
  '://@',
  '://@:',
  'a://b:',
  'a://b:c/',
  'a://b:c@/',
  'a://b:@,',
  'x=a://b:c@,',
  'redis://b:/@',
  'redis://b:1?',
  'redis://b:1/@?',
  'redis://b:c@?',
  `${'a://b:'.repeat(100)}@`,
  `${'redis://b:1?'.repeat(60)}@`,
])('%s repeated is examined a few times, however long the text is', (piece) => {
  expect(examined(piece)).toBeLessThan(24 * 65_536);
});

test.each([
  ['https://name:secret@host/', true],
  ['https:\\/\\/name@host', true],
  ['a://b c://d@e', true],
  ['m@a.example then a://b@c', true],
  ['a://b then c@d', false],
  ['"a://b","c@d"', false],
  ['m.keller@bank.example', false],
  ['http://schemas.example/event', false],
  [`a://${'b'.repeat(256)}@`, true],
  [`a://${'b'.repeat(257)}@`, false],
  [`a://${'b'.repeat(257)}@ c://d@e`, true],
])('%s may hold a name in a URL: %s', (text, expected) => {
  expect(mayHoldUrlWithName(text)).toBe(expected);
  expect(mayHoldUrlWithName(text), 'whatever was looked at before').toBe(expected);
});
