import { expect, test } from 'vitest';
import { tlsProblem, withTls } from './tls.ts';

const modeOf = (url: string) => new URL(withTls(url)).searchParams.getAll('sslmode');

test.each([
  'postgres://owner:pw@db.example/scout',
  'postgres://owner:pw@10.0.0.7:5433/scout',
  'postgres://owner:pw@[2001:db8::7]/scout',
  'postgres://owner:pw@127.0.0.1.db.example/scout',
  'postgres://owner:pw@localhost.example/scout',
  'postgres://owner:pw@localhost/scout?host=db.example',
  'postgres://owner:pw@localhost/scout?host=127.0.0.1&host=db.example',
  'postgres://owner:pw@db.example/scout?sslmode=require',
  'postgres://owner:pw@db.example/scout?sslmode=verify-full&sslmode=disable',
])('another host is reached over TLS with a verified certificate: %s', (url) => {
  expect(tlsProblem(url)).toBeUndefined();
  expect(modeOf(url)).toEqual(['verify-full']);
});

test.each([
  ['postgres://owner:pw@localhost:5432/scout', []],
  ['postgres://owner:pw@127.0.0.1/scout', []],
  ['postgres://owner:pw@[::1]/scout', []],
  ['postgres://owner:pw@localhost/scout?host=/var/run/postgresql', []],
  ['postgres://owner:pw@%2Fvar%2Frun%2Fpostgresql/scout', []],
  ['postgres://owner:pw@db.example/scout?sslmode=disable', ['disable']],
  ['postgres://owner:pw@db.example/scout?sslmode=no-verify', ['no-verify']],
])('this machine, or an explicit setting, is taken as it is: %s', (url, mode) => {
  expect(tlsProblem(url)).toBeUndefined();
  expect(modeOf(url)).toEqual(mode);
});

test.each([
  'sslmode=allow',
  'sslmode=prefer',
  'sslmode=',
  'ssl=0',
  'ssl=false',
  'uselibpqcompat=true&sslmode=require',
])('a URL that could silently mean no TLS is refused: %s', (query) => {
  expect(tlsProblem(`postgres://owner:hunter2@db.example/scout?${query}`)).toMatch(/sslmode/);
  expect(tlsProblem(`postgres://owner:hunter2@db.example/scout?${query}`)).not.toContain('hunter2');
});
