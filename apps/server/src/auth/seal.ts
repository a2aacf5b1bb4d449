import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts that lie in the database, under a key of their own. */
export interface Seal {
  seal(text: string): string;
  /** @throws Error when it was sealed with another secret or for another purpose, or was changed since */
  open(sealed: string): string;
}

const version = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a key that HKDF-SHA-256 derives from the auth secret for one purpose, so that what was sealed for one cannot be
 * opened as another. A sealed text is `v1.` and the base64url of nonce, tag and ciphertext.
 */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `scout ${purpose} v1`, 32));
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return version + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
      if (!sealed.startsWith(version) || bytes.length < nonceBytes + tagBytes)
        throw new Error('Not a sealed text');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = bytes.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
