import { expect, test } from 'vitest';
import { reuseRows } from './rows.ts';

const a = { id: 'a', account: 'svc.billing' };
const b = { id: 'b', account: 'svc.etl' };

test('reuses the objects of equal rows, in the new order', () => {
  const rows = reuseRows([a, b], [{ id: 'c' }, { ...b }, { ...a }]);
  expect(rows).toEqual([{ id: 'c' }, b, a]);
  expect(rows[1]).toBe(b);
  expect(rows[2]).toBe(a);
});

test.each([
  ['a changed value', { ...a, account: 'svc.other' }],
  ['a further field', { ...a, host: 'WS-1042' }],
  ['a missing field', { id: 'a' }],
  ['another name for a field', { id: 'a', user: 'svc.billing' }],
])('%s is a new row', (_, changed) => {
  expect(reuseRows([a], [changed])[0]).toBe(changed);
});

test('rows without an id are never treated as equal', () => {
  const row = { account: 'svc.billing' };
  const again = { account: 'svc.billing' };
  expect(reuseRows([row], [again])[0]).toBe(again);
});
