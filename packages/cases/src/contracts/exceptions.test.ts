import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Exception, type Excusable, exceptionFor } from './exceptions.ts';
import { matchesPattern } from './patterns.ts';

const exception: Exception = {
  id: 'e1',
  account: 'svc.billing',
  kinds: [],
  sources: ['jump*'],
  destinations: [],
  persons: ['m.keller'],
  from: 1_000,
  until: 2_000,
};
const finding: Excusable = {
  account: 'svc.billing',
  kind: 'person-used-account',
  sources: ['JUMP01'],
  destinations: ['db1'],
  persons: ['m.keller'],
  first: 1_000,
  last: 1_999,
};

describe('an exception', () => {
  test('permits what it names', () => {
    expect(exceptionFor(finding, [exception])).toBe(exception);
  });

  test.each<[string, Partial<Excusable>]>([
    ['another account', { account: 'svc.ledger' }],
    ['a further account', { accounts: ['svc.ledger'] }],
    ['another source', { sources: ['pc7'] }],
    ['a further source', { sources: ['jump01', 'pc7'] }],
    ['a source that is not known', { sources: [] }],
    ['another person', { persons: ['j.roth'] }],
    ['nobody known', { persons: [] }],
    ['an event before it begins', { first: 999 }],
    ['an event when it has expired', { last: 2_000 }],
  ])('does not permit %s', (_, change) => {
    expect(exceptionFor({ ...finding, ...change }, [exception])).toBeNull();
  });

  test('does not permit another kind', () => {
    expect(exceptionFor(finding, [{ ...exception, kinds: ['odd-hour'] }])).toBeNull();
  });

  test('the first by id counts, whatever their order', () => {
    const later = { ...exception, id: 'e2' };
    expect(exceptionFor(finding, [later, exception])).toBe(exception);
  });
});

describe('a pattern', () => {
  test.each([
    ['*', 'anything', true],
    ['app*', 'APP01', true],
    ['*-prd-*', 'sql-prd-01', true],
    ['a*a', 'a', false],
    ['a*b*c', 'a-c-b', false],
    ['app', 'app01', false],
    ['', 'app', false],
    ['a.c', 'abc', false],
  ])('%j for %j: %s', (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected);
  });

  test('agrees with the equivalent regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 9 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 9 });
    fc.assert(
      fc.property(text, name, (pattern, value) => {
        const expected = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`).test(
          value,
        );
        expect(matchesPattern(pattern, value)).toBe(expected);
      }),
    );
  });
});
