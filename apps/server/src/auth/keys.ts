import { createHmac, hkdfSync } from 'node:crypto';
import { createSeal, type Seal } from './seal.ts';

/** Keys for what must not lie in the database as it is, all from the auth secret, each for one purpose. */
export interface AuthKeys {
  /** HMAC of codes that are short enough to be guessed from a plain hash. */
  readonly codes: Buffer;
  /** Encrypts the secrets of second factors. */
  readonly factors: Seal;
  /** HMAC of challenges. */
  readonly challenges: Buffer;
  /** HMAC of links to configured downloads. */
  readonly downloads: Buffer;
}

export function deriveKeys(authSecret: string): AuthKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', authSecret, '', `scout ${purpose}`, 32));
  return {
    codes: derive('codes'),
    factors: createSeal(authSecret, 'second factors'),
    challenges: derive('challenges'),
    downloads: derive('downloads'),
  };
}

/** HMAC-SHA-256 over texts, told apart by their lengths. */
export function keyedHash(key: Buffer, ...texts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const text of texts) hmac.update(`${Buffer.byteLength(text)}:`).update(text);
  return hmac.digest();
}
