import { decrypt, encrypt } from './cipher.ts';
import type { PurposeKeys } from './keys.ts';

/** Encrypts texts stored in the database, under keys of one purpose. */
export interface Seal {
  seal(text: string): Promise<string>;
  /** @throws Error for an unknown key, or changed data */
  open(sealed: string): Promise<string>;
}

/** A sealed text contains its key: the key's id, a dot, and the encrypted text. */
export function createSeal(keys: PurposeKeys): Seal {
  return {
    async seal(text) {
      const key = await keys.current();
      return `${key.id}.${encrypt(key.bytes, text)}`;
    },
    async open(sealed) {
      const dot = sealed.indexOf('.');
      const key = dot > 0 ? await keys.find(sealed.slice(0, dot)) : undefined;
      if (!key) throw new Error('Sealed with a key that is not kept');
      return decrypt(key.bytes, sealed.slice(dot + 1));
    },
  };
}
