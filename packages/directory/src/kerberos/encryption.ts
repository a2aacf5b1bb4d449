import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { UnreadableError } from './der.ts';

/** aes128-cts-hmac-sha1-96 and aes256-cts-hmac-sha1-96 (RFC 3962). Weaker ones are never asked for. */
export type EncryptionType = 17 | 18;

/** A key that encrypts with its type. */
export interface Key {
  readonly type: EncryptionType;
  readonly bytes: Buffer;
}

const BLOCK = 16;
const MAC = 12;
const ZERO = Buffer.alloc(BLOCK);
/** Ends of the constants that the keys of one purpose are derived with (RFC 3961, 5.3). */
const ENCRYPTS = 0xaa;
const PROTECTS = 0x55;
const CHECKS = 0x99;

/** Bytes of a key by its type; undefined for other types. */
export const keySize = (type: number): number | undefined => ({ 17: 16, 18: 32 })[type];

/** @throws UnreadableError for a key of another type or size */
export function keyOf(type: number, bytes: Buffer): Key {
  if ((type !== 17 && type !== 18) || bytes.length !== keySize(type))
    throw new UnreadableError('A key has another type or size');
  return { type, bytes };
}

/** Encrypts a text for one purpose (`usage`, RFC 4120, 7.5.1). */
export function encrypt(key: Key, usage: number, plain: Buffer): Buffer {
  const text = Buffer.concat([randomBytes(BLOCK), plain]);
  return Buffer.concat([
    encryptBlocks(derive(key, usage, ENCRYPTS), text),
    macOf(key, usage, PROTECTS, text),
  ]);
}

/** @throws UnreadableError unless exactly this key encrypted exactly these bytes for this purpose */
export function decrypt(key: Key, usage: number, bytes: Buffer): Buffer {
  if (bytes.length < BLOCK + MAC) throw new UnreadableError('An encrypted text is cut off');
  const at = bytes.length - MAC;
  const text = decryptBlocks(derive(key, usage, ENCRYPTS), bytes.subarray(0, at));
  if (!timingSafeEqual(macOf(key, usage, PROTECTS, text), bytes.subarray(at)))
    throw new UnreadableError('An encrypted text was changed, or is for another key');
  return text.subarray(BLOCK);
}

/** Type of the checksum that a key makes, and the checksum. */
export const checksum = (key: Key, usage: number, bytes: Buffer): { type: number; bytes: Buffer } => ({
  type: key.type === 17 ? 15 : 16,
  bytes: macOf(key, usage, CHECKS, bytes),
});

const macOf = (key: Key, usage: number, end: number, bytes: Buffer): Buffer =>
  createHmac('sha1', derive(key, usage, end))
    .update(bytes)
    .digest()
    .subarray(0, MAC);

function derive(key: Key, usage: number, end: number): Buffer {
  const constant = Buffer.alloc(5);
  constant.writeUInt32BE(usage);
  constant[4] = end;
  return deriveKey(key.bytes, constant);
}

/** A key for one constant (DK of RFC 3961, 5.1). */
export function deriveKey(key: Buffer, constant: Buffer): Buffer {
  const derived: Buffer[] = [];
  let block = fold(constant, BLOCK);
  for (let size = 0; size < key.length; size += BLOCK) {
    block = cbc(key, block);
    derived.push(block);
  }
  return Buffer.concat(derived);
}

/** Stretches or shrinks bytes to a size (n-fold of RFC 3961, 5.1). */
export function fold(bytes: Buffer, size: number): Buffer {
  const total = leastCommonMultiple(bytes.length, size);
  const sums = new Array<number>(size).fill(0);
  const bits = bytes.length * 8;
  for (let at = 0; at < total; at += 1) {
    // Each repetition is turned to the right by 13 bits more than the one before it.
    const turn = 13 * Math.floor(at / bytes.length);
    let byte = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const from = ((((at % bytes.length) * 8 + bit - turn) % bits) + bits) % bits;
      byte = (byte << 1) | ((bytes[from >> 3]! >> (7 - (from & 7))) & 1);
    }
    sums[at % size]! += byte;
  }
  // Addition in ones' complement: what overflows at the front is added at the end.
  let carry = 0;
  do {
    for (let at = size - 1; at >= 0; at -= 1) {
      const sum = sums[at]! + carry;
      sums[at] = sum & 0xff;
      carry = sum >> 8;
    }
  } while (carry !== 0);
  return Buffer.from(sums);
}

function leastCommonMultiple(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b !== 0) [a, b] = [b, a % b];
  return (one / a) * other;
}

/** CBC with the last two blocks exchanged, so that nothing is padded (RFC 3962, 5). */
export function encryptBlocks(key: Buffer, text: Buffer): Buffer {
  const blocks = cbc(key, Buffer.concat([text, Buffer.alloc(-text.length & (BLOCK - 1))]));
  if (blocks.length === BLOCK) return blocks;
  const last = blocks.length - BLOCK;
  return Buffer.concat([
    blocks.subarray(0, last - BLOCK),
    blocks.subarray(last),
    blocks.subarray(last - BLOCK, last - blocks.length + text.length),
  ]);
}

export function decryptBlocks(key: Buffer, bytes: Buffer): Buffer {
  if (bytes.length === BLOCK) return cbcBack(key, bytes);
  const cut = bytes.length % BLOCK || BLOCK;
  const last = bytes.length - cut;
  const block = bytes.subarray(last - BLOCK, last);
  const rest = cbcBack(key, block).subarray(cut);
  const blocks = [bytes.subarray(0, last - BLOCK), bytes.subarray(last), rest, block];
  return cbcBack(key, Buffer.concat(blocks)).subarray(0, bytes.length);
}

function cbc(key: Buffer, blocks: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, ZERO).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

function cbcBack(key: Buffer, blocks: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, ZERO).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}
