import { expect, test } from 'vitest';
import { loginUrl } from './login.ts';

const secret = 'a random secret of more than thirty-two characters';

test('the login’s password follows from the authentication secret, and from nothing else', () => {
  const one = new URL(loginUrl('postgresql://owner:one@db.example:5433/scout?sslmode=require', secret));
  expect(one.username).toBe('scout_app');
  expect(one.password).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(one.pathname + one.search + one.host).toBe('/scout?sslmode=requiredb.example:5433');
  const elsewhere = new URL(loginUrl('postgresql://someone:two@other.example/scout', secret));
  expect(elsewhere.password).toBe(one.password);
  const another = new URL(loginUrl('postgresql://owner:one@db.example/scout', `${secret}!`));
  expect(another.password).not.toBe(one.password);
});

test('an owner without a password, as one with a certificate has none, gets the login one all the same', () => {
  expect(new URL(loginUrl('postgresql://owner@db.example/scout', secret)).password).toHaveLength(43);
});
