import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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
