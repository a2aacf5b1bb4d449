import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A part of a program that an upgrade takes from the running one if that has it, too. */
export interface ProgramBlock {
  /** Of the content, hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  /** Bytes of its compressed form. */
  readonly stored: number;
}

/** `<package>.index`: the blocks of a package's program, in order and without gaps. The signed manifest has its checksum. */
export interface ProgramIndex {
  /** `deflate`: so in the package itself. `zstd`: so in the form that is sent as zstd; plain in the package. */
  readonly coding: 'deflate' | 'zstd';
  /** Offset of the first block. */
  readonly at: number;
  readonly blocks: readonly ProgramBlock[];
}

/** Larger than any index. */
export const INDEX_BYTES = 512 * 1024;

/** Code moves by whole pages between two builds. */
export const PAGE_BYTES = 4096;
/** Of the longest block. */
export const BLOCK_BYTES = 512 * 1024;
/** A page in so many ends a block. */
const PAGES = 64;
/** Some compressors lengthen what they cannot shorten. */
const MOST_STORED = 2 * BLOCK_BYTES;

/**
 * True if a block of `bytes` bytes ends with this page. The content decides, so that blocks stay the same when bytes are inserted
 * before them.
 */
export const endsBlock = (page: Uint8Array, bytes: number): boolean =>
  bytes >= BLOCK_BYTES || (page.length === PAGE_BYTES && crc32(page) % PAGES === 0);

/** The blocks of a program in memory. */
export function* blocksOf(program: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let at = 0; at < program.length; at += PAGE_BYTES) {
    const page = program.subarray(at, at + PAGE_BYTES);
    const end = at + page.length;
    if (end < program.length && !endsBlock(page, end - start)) continue;
    yield program.subarray(start, end);
    start = end;
  }
}

/** @param stored sizes of the blocks' compressed forms */
export function indexOf(
  program: Uint8Array,
  { coding, at }: Omit<ProgramIndex, 'blocks'>,
  stored: readonly number[],
): ProgramIndex {
  const blocks = [...blocksOf(program)].map((block, index) => ({
    sha256: createHash('sha256').update(block).digest('hex'),
    bytes: block.length,
    stored: stored[index]!,
  }));
  return { coding, at, blocks };
}

export const indexText = ({ blocks, ...head }: ProgramIndex): Buffer =>
  Buffer.from(
    `${JSON.stringify({
      ...head,
      blocks: blocks.map(({ sha256, bytes, stored }) => [
        Buffer.from(sha256, 'hex').toString('base64'),
        bytes,
        stored,
      ]),
    })}\n`,
  );

/** @throws Error for one that does not describe a program of `bytes` bytes */
export function parseIndex(text: Uint8Array, bytes: number): ProgramIndex {
  if (text.length > INDEX_BYTES) throw new Error('the index is too long');
  const { coding, at, blocks } = JSON.parse(Buffer.from(text).toString('utf8')) ?? {};
  if ((coding !== 'deflate' && coding !== 'zstd') || !isCount(at) || !Array.isArray(blocks))
    throw new Error('the index is not valid');
  const read = blocks.map(blockOf);
  if (read.reduce((sum, block) => sum + block.bytes, 0) !== bytes)
    throw new Error('the index is of another program');
  return { coding, at, blocks: read };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function blockOf(value: unknown): ProgramBlock {
  const [hash, bytes, stored] = Array.isArray(value) ? (value as unknown[]) : [];
  if (
    typeof hash !== 'string' ||
    !/^[\w+/]{43}=$/.test(hash) ||
    !isCount(bytes) ||
    !isCount(stored) ||
    bytes < 1 ||
    bytes > BLOCK_BYTES ||
    stored < 1 ||
    stored > MOST_STORED
  )
    throw new Error('the index is not valid');
  return { sha256: Buffer.from(hash, 'base64').toString('hex'), bytes, stored };
}
