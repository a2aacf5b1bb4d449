import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { selfSigned } from './certificate.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const made = (from: string, until: string, name = 'Scout') =>
  new X509Certificate(
    selfSigned(publicKey, (content) => sign('sha256', content, key), {
      name,
      from: new Date(from),
      until: new Date(until),
    }),
  );

it('is of the key, names it, and verifies by itself', () => {
  const certificate = made('2026-11-28T00:00:00Z', '2036-11-28T01:02:03Z', 'Scout für Ñandú 名');
  expect(certificate.subject).toBe('CN=Scout für Ñandú 名');
  expect(certificate.issuer).toBe(certificate.subject);
  expect(certificate.validFromDate).toEqual(new Date('2026-11-28T00:00:00Z'));
  expect(certificate.validToDate).toEqual(new Date('2036-11-28T01:02:03Z'));
  expect(certificate.checkPrivateKey(key)).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  expect(certificate.checkPrivateKey(other)).toBe(false);
});

it('ends after 2050, and no two have the same number', () => {
  const late = made('2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z');
  expect([late.validFromDate, late.validToDate]).toEqual([
    new Date('2049-12-31T23:59:59Z'),
    new Date('2050-01-01T00:00:00Z'),
  ]);
  const numbers = Array.from({ length: 20 }, () => made('2026-01-01', '2027-01-01').serialNumber);
  expect(new Set(numbers).size).toBe(20);
});
