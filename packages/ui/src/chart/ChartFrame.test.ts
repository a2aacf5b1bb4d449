import { expect, test } from 'vitest';
import { sameContent } from './ChartFrame.tsx';

const select = () => {};
const props = { label: 'Incidents', data: [{ name: 'svc.billing', value: 3 }], onSelect: select };

test('equal figures in new objects count as equal', () => {
  expect(sameContent(props, { ...props, data: [{ name: 'svc.billing', value: 3 }] })).toBe(true);
});

test.each([
  ['another figure', { ...props, data: [{ name: 'svc.billing', value: 4 }] }],
  ['one more', { ...props, data: [...props.data, { name: 'svc.ledger', value: 1 }] }],
  ['another function', { ...props, onSelect: () => {} }],
  ['one that was not given before', { ...props, height: 200 }],
])('%s is not', (_what, after) => {
  expect(sameContent(props, after)).toBe(false);
  expect(sameContent(after, props)).toBe(false);
});
