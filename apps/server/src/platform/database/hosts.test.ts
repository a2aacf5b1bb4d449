import { expect, test } from 'vitest';
import { hostsInQuery, hostsProblem, nameOf, placesOf, urlAt } from './hosts.ts';

const read = (text: string) => placesOf(hostsInQuery(text)).map(nameOf);

test.each([
  ['postgresql://u:p@one.example:5433,two.example:5434/scout', ['one.example:5433', 'two.example:5434']],
  [
    'postgres://u:p@one.example,two.example:5434/scout?sslmode=disable',
    ['one.example:5432', 'two.example:5434'],
  ],
  ['postgres://u:a@b,c@one,[2001:db8::7]:6000/scout', ['one:5432', '[2001:db8::7]:6000']],
  ['postgres://u@localhost/scout?host=/run/a,/run/b', ['/run/a:5432', '/run/b:5432']],
  ['postgres://u@localhost/scout?host=one,two&port=6000', ['one:6000', 'two:6000']],
  ['postgres://u@db.example/scout', ['db.example:5432']],
  ['postgres://u@[::1]:5433/scout', ['[::1]:5433']],
])('%s names its places', (text, places) => {
  expect(read(text)).toEqual(places);
});

test('a single host keeps everything else of the connection string', () => {
  const text = hostsInQuery('postgres://u:p%40@one:1,two:2/scout?sslmode=verify-full');
  const url = new URL(urlAt(text, placesOf(text)[1]!));
  expect([url.username, url.password, url.pathname]).toEqual(['u', 'p%40', '/scout']);
  expect(Object.fromEntries(url.searchParams)).toEqual({ host: 'two', sslmode: 'verify-full' });
  expect(url.port).toBe('2');
});

test('a string without a list of hosts is unchanged', () => {
  for (const text of [
    'postgres://u:a,b@one/scout',
    'postgres://one:x,two/scout',
    'postgres://,two/scout',
    'nonsense',
  ])
    expect(hostsInQuery(text)).toBe(text);
});

test('a URL that asks for a standby or has mismatched ports is refused', () => {
  expect(hostsProblem('postgres://one/scout?target_session_attrs=read-write')).toBeUndefined();
  expect(hostsProblem('postgres://one/scout?target_session_attrs=any')).toContain('read-write');
  expect(hostsProblem('postgres://x/scout?host=a,b,c&port=1,2')).toContain('ports');
});
