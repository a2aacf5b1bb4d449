import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Kinds of bearer text that Scout hands out. The prefix tells a person, and a secret scanner, what was found. */
export type SecretKind = 'agent' | 'enrol' | 'operator';

/** `scout_<kind>_` and 43 base64url characters: 256 random bits. */
export function newSecret(kind: SecretKind): string {
  return `scout_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** SHA-256, 32 bytes: what is stored of a secret. It needs no salt, having 256 random bits itself. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares in a time that does not depend on where two texts differ. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(expected));
}
