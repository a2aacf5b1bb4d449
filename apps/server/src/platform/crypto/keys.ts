import { createHmac } from 'node:crypto';

/** A usable key. */
export interface Key {
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

/** The keys of one purpose. */
export interface PurposeKeys {
  /** Key for new data. */
  current(): Promise<Key>;
  /** Every stored key, newest first. */
  all(): Promise<readonly Key[]>;
  find(id: string): Promise<Key | undefined>;
}

/** HMAC-SHA-256 over texts, delimited by their lengths. */
export function keyedHash(key: Key, ...texts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key.bytes);
  for (const text of texts) hmac.update(`${Buffer.byteLength(text)}:`).update(text);
  return hmac.digest();
}

/** Hashes under every stored key, newest first: one of them matches the stored one. */
export async function keyedHashes(keys: PurposeKeys, ...texts: readonly string[]): Promise<Buffer[]> {
  return (await keys.all()).map((key) => keyedHash(key, ...texts));
}
