import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const secret = 'a secret of at least thirty-two characters';

test('opens what it sealed, and never seals twice to the same text', () => {
  const seal = createSeal(secret, 'mail');
  const once = seal.seal('code 048213 ✓');
  expect(seal.open(once)).toBe('code 048213 ✓');
  expect(createSeal(secret, 'mail').open(once)).toBe('code 048213 ✓');
  expect(seal.seal('code 048213 ✓')).not.toBe(once);
  expect(once).not.toContain('048213');
  expect(Buffer.from(once.slice(3), 'base64url').includes('048213')).toBe(false);
});

test('refuses another secret, another purpose, and any change', () => {
  const sealed = createSeal(secret, 'mail').seal('text');
  expect(() => createSeal(`${secret}!`, 'mail').open(sealed)).toThrow();
  expect(() => createSeal(secret, 'factors').open(sealed)).toThrow();
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index]! ^= 1;
    expect(() => createSeal(secret, 'mail').open(`v1.${changed.toString('base64url')}`)).toThrow();
  }
  for (const broken of ['', 'v1.', 'v2.AAAA', sealed.slice(0, 20)]) {
    expect(() => createSeal(secret, 'mail').open(broken)).toThrow();
  }
});
