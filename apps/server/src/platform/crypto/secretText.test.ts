import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { isApiToken, newApiToken, newSecret } from './secretText.ts';

test.each(['person', 'org'] as const)('an API token of kind %s ends with the CRC-32 of its text', (kind) => {
  const token = newApiToken(kind);
  expect(token).toMatch(new RegExp(`^scout_${kind}_[\\w-]{49}$`));
  const checksum = Buffer.from(token.slice(-6), 'base64url').readUInt32BE();
  expect(checksum).toBe(crc32(token.slice(0, -6)));
  expect(isApiToken(token)).toBe(true);
});

test('a text that differs in one character is no API token', () => {
  const token = newApiToken('org');
  for (let n = 0; n < token.length; n += 1) {
    const other = token[n] === 'a' ? 'b' : 'a';
    expect(isApiToken(token.slice(0, n) + other + token.slice(n + 1)), String(n)).toBe(false);
  }
  for (const text of ['', `${token} `, `${token}\n`, token.toUpperCase(), newSecret('agent')]) {
    expect(isApiToken(text), text).toBe(false);
  }
});
