import { createHmac } from 'node:crypto';
import type { Key, PurposeKeys } from './keyring.ts';

/** HMAC-SHA-256 over texts, told apart by their lengths. */
export function keyedHash(key: Key, ...texts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key.bytes);
  for (const text of texts) hmac.update(`${Buffer.byteLength(text)}:`).update(text);
  return hmac.digest();
}

/** The hashes under every key that is still kept, the newest first: one of them is the stored one. */
export async function keyedHashes(keys: PurposeKeys, ...texts: readonly string[]): Promise<Buffer[]> {
  return (await keys.all()).map((key) => keyedHash(key, ...texts));
}
