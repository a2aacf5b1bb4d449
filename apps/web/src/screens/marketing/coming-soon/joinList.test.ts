import { mailingListMessages } from '@scout/contract/validation/mailingList';
import { expect, test, vi } from 'vitest';
import { joinList } from './joinList.ts';

const signs = { website: '', elapsed_ms: 4_000 };
const answering = (status: number, body: object) => vi.fn(async () => Response.json(body, { status }));

test('an address is put on the list with the signs of a person', async () => {
  const fetch = answering(201, {});
  vi.stubGlobal('fetch', fetch);
  expect(await joinList('mira@alder.example', signs)).toEqual({ joined: true });
  const [path, { body }] = fetch.mock.calls[0] as unknown as [string, { body: string }];
  expect(path).toBe('/rest/v1/mailing_list');
  expect(JSON.parse(body)).toEqual({ email: 'mira@alder.example', ...signs });
});

test.each([
  [409, '23505', { joined: true }],
  [403, '42501', { joined: false, message: mailingListMessages.denied }],
  [500, '42P01', { joined: false, message: mailingListMessages.tableMissing }],
  [429, 'rate_limited', { joined: false, message: mailingListMessages.tooMany }],
  [500, 'internal', { joined: false, message: 'Error: The server says this.' }],
])('an answer %i with %s', async (status, code, outcome) => {
  vi.stubGlobal('fetch', answering(status, { code, message: 'The server says this.' }));
  expect(await joinList('mira@alder.example', signs)).toEqual(outcome);
});

test('a server that cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await joinList('mira@alder.example', signs)).toEqual({
    joined: false,
    message: 'Error: Scout could not be reached.',
  });
});
