import { expect, test } from 'vitest';
import { loginUrl } from './login.ts';

test('the login’s password follows from the owner’s, and from nothing else', () => {
  const one = new URL(loginUrl('postgresql://owner:one@db.example:5433/scout?sslmode=require'));
  expect(one.username).toBe('scout_app');
  expect(one.password).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(one.pathname + one.search + one.host).toBe('/scout?sslmode=requiredb.example:5433');
  const elsewhere = new URL(loginUrl('postgresql://someone:one@other.example/scout'));
  expect(elsewhere.password).toBe(one.password);
  expect(new URL(loginUrl('postgresql://owner:two@db.example/scout')).password).not.toBe(one.password);
});

test('a password is the same however the address spells it', () => {
  const spelled = new URL(loginUrl('postgresql://owner:p%40ss%3Aword@db.example/scout'));
  const encoded = new URL(loginUrl(`postgresql://owner:${encodeURIComponent('p@ss:word')}@db.example/scout`));
  expect(spelled.password).toBe(encoded.password);
});

test('without a password to derive from there is none to be guessed', () => {
  expect(() => loginUrl('postgresql://owner@db.example/scout')).toThrow('DATABASE_URL needs a password');
});
