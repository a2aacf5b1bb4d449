import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlobs, wordsVisited } from './globSet.ts';

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
  ['', [''], ['a']],
  ['**', ['', 'a'], []],
])('%s', (pattern, fitting, others) => {
  const { matches } = compileGlobs([pattern]);
  expect(fitting.filter((text) => !matches(text))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});

test('no pattern matches nothing', () => {
  expect(compileGlobs([]).matches('')).toBe(false);
  expect(compileGlobs([]).matches('a')).toBe(false);
});

const textOf = (most: number, ...letters: string[]) =>
  fc.array(fc.constantFrom(...letters), { maxLength: most }).map((list) => list.join(''));

const sourceOf = (pattern: string, questionMark: boolean) =>
  [...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? (questionMark ? '.' : '\\?') : c)).join('');

test.each([true, false])(
  'patterns together match like their regular expressions; ? is any character: %s',
  (questionMark) => {
    fc.assert(
      fc.property(
        // Up to 160 bits, so that patterns lie across several words.
        fc.array(textOf(16, 'a', 'b', '*', '?'), { maxLength: 10 }),
        textOf(24, 'a', 'b', '?'),
        (patterns, text) => {
          const expected = patterns.some((pattern) =>
            new RegExp(`^(?:${sourceOf(pattern, questionMark)})$`).test(text),
          );
          expect(compileGlobs(patterns, { questionMark }).matches(text)).toBe(expected);
        },
      ),
      { numRuns: 5_000 },
    );
  },
);

test('units of many patterns and of few, above and below the surrogates', () => {
  const patterns = Array.from(
    { length: 60 },
    (_, index) => `*x${String.fromCharCode(0x4e00 + index)}?\ud83d\ude00`,
  );
  const { matches } = compileGlobs(patterns);
  expect(matches('xx\u4e05y\ud83d\ude00')).toBe(true);
  expect(matches('xx\u4e3cy\ud83d\ude00')).toBe(false);
  expect(matches('xx\u4e05y\ud83d\ude01')).toBe(false);
});

test('visits as many words for the worst text and patterns as there are units, and no more for a longer way back', () => {
  const hostile = [
    Array.from({ length: 100 }, () => `${'a*'.repeat(31)}?b`),
    Array.from({ length: 100 }, () => `*${'?'.repeat(31)}a${'?'.repeat(30)}b`),
    Array.from({ length: 100 }, () => `*${'a?'.repeat(31)}b`),
    Array.from({ length: 100 }, (_, index) => `*${'a'.repeat(61)}${index}`),
    Array.from(
      { length: 100 },
      (_, index) =>
        `*${String.fromCharCode(...Array.from({ length: 62 }, (_, at) => 0x100 + index * 62 + at))}`,
    ),
  ];
  for (const patterns of hostile) {
    const { matches, wordsPerUnit } = compileGlobs(patterns);
    expect(wordsPerUnit).toBeLessThanOrEqual(320);
    for (const length of [1_000, 10_000, 100_000]) {
      const before = wordsVisited();
      expect(matches(`${'a'.repeat(length - 1)}!`)).toBe(false);
      expect(wordsVisited() - before).toBeLessThanOrEqual(length * wordsPerUnit);
    }
  }
});
