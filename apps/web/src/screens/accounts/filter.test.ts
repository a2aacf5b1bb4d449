import { expect, it } from 'vitest';
import { anyAccount, isNarrowed, queryOf, readAccountFilter, writeAccountFilter } from './filter.ts';

it('filters are read from the address as they were written', () => {
  const params = new URLSearchParams('find.service-accounts-register=svc');
  writeAccountFilter(params, { fault: 'unowned', owner: 'Billing team', cases: 'open' });
  expect(params.get('find.service-accounts-register')).toBe('svc');
  expect(readAccountFilter(params)).toEqual({
    ...anyAccount,
    fault: 'unowned',
    owner: 'Billing team',
    cases: 'open',
  });
  expect(queryOf(readAccountFilter(params))).toEqual({
    fault: 'unowned',
    owner: 'Billing team',
    cases: 'open',
  });
  writeAccountFilter(params, anyAccount);
  expect([...params.keys()]).toEqual(['find.service-accounts-register']);
});

it('what the address cannot mean counts as missing', () => {
  const filter = readAccountFilter(
    new URLSearchParams(`fault=evil&contract=&known_by=x&cases=all&owner=${'o'.repeat(300)}`),
  );
  expect(filter).toEqual(anyAccount);
  expect(isNarrowed(filter)).toBe(false);
});
