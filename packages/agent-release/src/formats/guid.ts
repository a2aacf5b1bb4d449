import { createHash } from 'node:crypto';

/** A GUID that follows from a text or bytes: `{8C6…}` in upper case, as Windows Installer requires. */
export function guidOf(...seeds: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const seed of seeds) hash.update(seed);
  const bytes = hash.digest().subarray(0, 16);
  // Version 8 (custom) and the usual variant.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const text = bytes.toString('hex').toUpperCase();
  return `{${[text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')}}`;
}

/** The 16 bytes of `{…}` as stored in files of Windows: the first three groups in little-endian order. */
export function classIdBytes(guid: string): Buffer {
  const bytes = Buffer.from(guid.replaceAll(/[{}-]/g, ''), 'hex');
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}
