import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Kinds of bearer secrets issued by Scout. The prefix identifies them for people and secret scanners. */
export type SecretKind = 'agent' | 'enrol' | 'operator';

/** `scout_<kind>_` and 43 base64url characters: 256 random bits. */
export function newSecret(kind: SecretKind): string {
  return `scout_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** SHA-256, 32 bytes: the stored form of a secret. It needs no salt, because a secret has 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(expected));
}

/** Owners of API tokens: a person, or an organization. */
export type ApiTokenKind = 'person' | 'org';

const API_TOKEN = /^(scout_(?:person|org)_[\w-]{43})([\w-]{6})$/;

/** A secret that ends with the checksum of its text, so that secret scanners tell it from similar texts (docs/api.md). */
export function newApiToken(kind: ApiTokenKind): string {
  const text = `scout_${kind}_${randomBytes(32).toString('base64url')}`;
  return text + checksumOf(text);
}

/** Whether a text has the prefix of API tokens, well-formed or not. */
export const looksLikeApiToken = (text: string): boolean => /^scout_(?:person|org)_/.test(text);

/** Whether a text has the form and the checksum of an API token. It says nothing about the token's existence. */
export function isApiToken(text: string): boolean {
  const [, body, checksum] = API_TOKEN.exec(text) ?? [];
  return body !== undefined && checksum === checksumOf(body);
}

/** CRC-32 in base64url: six characters. */
function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}
