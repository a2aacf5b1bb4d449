import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob } from './glob.ts';

test.each([
  ['sa_*', ['sa_', 'sa_billing'], ['xsa_billing', 's', '']],
  ['*-dbp-*', ['fra-dbp-01', '-dbp-'], ['fra-dbp', 'dbp-01']],
  ['*_svc', ['a_svc', '_svc'], ['a_svc1']],
  ['a*a', ['aa', 'aba'], ['a', 'ab']],
  ['ab*ba', ['abba', 'abxba'], ['aba']],
  ['a*bc*c', ['abcc', 'axbcxc'], ['abc']],
  ['db??', ['db01'], ['db1', 'db001']],
  ['*a?c*', ['abc', 'xxabcyy', 'aabc'], ['ac', 'ab']],
  ['exact', ['exact'], ['exactly', 'exac']],
  ['a.c', ['a.c'], ['abc']],
])('%s', (pattern, fitting, others) => {
  const matches = compileGlob(pattern);
  expect(fitting.filter((text) => !matches(text))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});

test('matches like a regular expression', () => {
  const letters = (...of: string[]) =>
    fc.array(fc.constantFrom(...of), { maxLength: 8 }).map((list) => list.join(''));
  fc.assert(
    fc.property(letters('a', 'b', '*', '?'), letters('a', 'b'), (pattern, text) => {
      const source = [...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c)).join('');
      expect(compileGlob(pattern)(text)).toBe(new RegExp(`^${source}$`).test(text));
    }),
    { numRuns: 5_000 },
  );
});

test('a pattern that would make a regular expression backtrack for ages is fast', () => {
  const text = `${'a'.repeat(1_000)}!`;
  expect(compileGlob(`${'a*'.repeat(31)}b`)(text)).toBe(false);
  expect(compileGlob(`${'a*'.repeat(31)}?b`)(text)).toBe(false);
});
