import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginNameOf, loginUrl } from './login.ts';

const secret = 'a random secret of more than thirty-two characters';

test('the login’s password is derived from the authentication secret and the login’s name only', () => {
  const one = new URL(
    loginUrl('postgresql://owner:one@db.example:5433/scout?sslmode=require', secret, 'scout_app_scout'),
  );
  expect(one.username).toBe('scout_app_scout');
  expect(one.password).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(one.pathname + one.search + one.host).toBe('/scout?sslmode=requiredb.example:5433');
  const passwordOf = (...given: Parameters<typeof loginUrl>) => new URL(loginUrl(...given)).password;
  expect(passwordOf('postgresql://someone:two@other.example/scout', secret, 'scout_app_scout')).toBe(
    one.password,
  );
  expect(passwordOf('postgresql://owner:one@db.example/scout', `${secret}!`, 'scout_app_scout')).not.toBe(
    one.password,
  );
  expect(passwordOf('postgresql://owner:one@db.example/scout', secret, 'scout_app_other')).not.toBe(
    one.password,
  );
});

test('an owner without a password, for example with a certificate, gets a login with one all the same', () => {
  expect(
    new URL(loginUrl('postgresql://owner@db.example/scout', secret, 'scout_app_scout')).password,
  ).toHaveLength(43);
});

test('a plain database name is visible in the login’s name', () => {
  expect(loginNameOf('scout')).toBe('scout_app_scout');
  expect(loginNameOf('Scout-EU')).toMatch(/^scout_app_scout_eu_[0-9a-f]{12}$/);
});

test('every database name gives a login name that needs no quotes and fits, and differs from others', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(loginNameOf(one)).toMatch(/^scout_app_[a-z0-9_]{0,53}$/);
      fc.pre(one.isWellFormed() && other.isWellFormed() && one !== other);
      expect(loginNameOf(one)).not.toBe(loginNameOf(other));
    }),
  );
});
