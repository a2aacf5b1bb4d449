import { expect, test } from 'vitest';
import { requireStorableText } from './storableText.ts';

test.each([
  [{ first_name: 'Ada\0' }, 'first_name must not contain the character U+0000.'],
  [
    { body: { data: { names: ['Ada', '\ud800'] } } },
    'data.names.1 must not contain half of a surrogate pair.',
  ],
  [{ query: { event_type: '\udc00x' } }, 'event_type must not contain half of a surrogate pair.'],
  [{ 'na\0me': 1 }, 'The request must not contain the character U+0000.'],
  ['\0', 'The request must not contain the character U+0000.'],
])('%j is refused', (input, message) => {
  expect(() => requireStorableText(input)).toThrow(message);
});

test.each([[undefined], [null], [7], [{}], [{ name: 'שלום 🏦\n\u0001\ufffe' }], [[['deep']]]])(
  '%j is accepted',
  (input) => {
    expect(() => requireStorableText(input)).not.toThrow();
  },
);

test('the deepest possible nesting is checked', () => {
  const depth = 30_000;
  const nested: unknown = JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`);
  expect(() => requireStorableText(nested)).toThrow('U+0000');
});
