import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from './cipher.ts';

const key = randomBytes(32);

test('decrypts what it encrypted, and never encrypts twice to the same text', () => {
  const once = encrypt(key, 'code 048213 ✓');
  expect(decrypt(key, once)).toBe('code 048213 ✓');
  expect(encrypt(key, 'code 048213 ✓')).not.toBe(once);
  expect(once).not.toContain('048213');
  expect(Buffer.from(once, 'base64url').includes('048213')).toBe(false);
});

test('refuses another key, and any change', () => {
  const encrypted = encrypt(key, 'text');
  expect(() => decrypt(randomBytes(32), encrypted)).toThrow();
  const bytes = Buffer.from(encrypted, 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index]! ^= 1;
    expect(() => decrypt(key, changed.toString('base64url'))).toThrow();
  }
  for (const broken of ['', 'AAAA', encrypted.slice(0, 20)]) expect(() => decrypt(key, broken)).toThrow();
});
