import { expect, it } from 'vitest';
import { namesFirst } from './hosts.ts';

it('lists names before addresses, each in its order', () => {
  expect(namesFirst(['198.51.100.53', 'NW-MEET02', '2001:db8::7', 'APP-1'])).toEqual([
    'NW-MEET02',
    'APP-1',
    '198.51.100.53',
    '2001:db8::7',
  ]);
});
