import { expect, it } from 'vitest';
import { furtherHosts, namesFirst } from './hosts.ts';

it('lists names before addresses, each in its order', () => {
  expect(namesFirst(['198.51.100.53', 'NW-MEET02', '2001:db8::7', 'APP-1'])).toEqual([
    'NW-MEET02',
    'APP-1',
    '198.51.100.53',
    '2001:db8::7',
  ]);
});

it.each([
  [['A', 'B', 'C'], '+2'],
  [['A', 'B', '192.0.2.1', 'C', '192.0.2.2', '2001:db8::7'], '+2 · 3 IPs'],
  [['A', '192.0.2.1'], '+1 IP'],
  [['192.0.2.1', '192.0.2.2'], '+1'],
])('counts further hosts of %j by names and addresses: %s', (hosts, text) => {
  expect(furtherHosts(hosts)).toBe(text);
});
