import { expect, test } from 'vitest';
import { isFilter } from './filter.ts';

test.each(['(ou=Services)', '(&(objectClass=user)(!(sAMAccountName=svc*)))'])('%s is a filter', (filter) => {
  expect(isFilter(filter)).toBe(true);
});

test.each(['', 'ou=Services', '(ou=Services', '(ou=a))(|(ou=b)', '(ou=a)(ou=b)', '()', '(&)(x'])(
  '%j is none, or would end the filter that it is part of',
  (filter) => {
    expect(isFilter(filter)).toBe(false);
  },
);
