import { expect, it } from 'vitest';
import { ssoFailure } from './singleSignOn.ts';

it('a reason has its own words, and an invented one none', () => {
  expect(ssoFailure('refused')).toBe('Your identity provider did not sign you in.');
  for (const reason of [null, '', 'done', 'Call +1 555 0100', 'toString', '__proto__'])
    expect(ssoFailure(reason), String(reason)).toBeNull();
});
