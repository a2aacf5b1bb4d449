import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { blocksOf } from '../programBlocks.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A range of a file that is included in a package unchanged. */
export interface FilePart {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  /** The file's frames, if it is compressed; offset and length then count bytes of the content. */
  readonly frames?: readonly Frame[];
}

/** Content that is compressed on its own, so that any range of a file is read with little memory. */
export interface Frame {
  readonly bytes: number;
  /** Bytes of its compressed form. */
  readonly stored: number;
}

/** Parts of a package: new content in memory, large content on disk. */
export type Part = Uint8Array | FilePart;

/** Half of the gain of the highest level, in a tenth of its time. */
const LEVEL = 6;

/** A compressed file that is not what was written. */
export class DamagedFrame extends Error {
  override name = 'DamagedFrame';
}

export const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.length, 0);

/** The bytes `from` to `to` (exclusive) of the parts, as parts. */
export function slice(parts: readonly Part[], from: number, to: number): Part[] {
  const taken: Part[] = [];
  let at = 0;
  for (const part of parts) {
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, part.length);
    at += part.length;
    if (start >= end) continue;
    taken.push(
      part instanceof Uint8Array
        ? part.subarray(start, end)
        : { ...part, offset: part.offset + start, length: end - start },
    );
  }
  return taken;
}

/** Reads the parts sequentially; holds a few hundred kilobytes at a time. @throws DamagedFrame */
export async function* read(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part.length === 0) continue;
    if (part instanceof Uint8Array) yield part;
    else if (part.frames) yield* readFrames(part, part.frames);
    else {
      const { path, offset, length } = part;
      yield* createReadStream(path, { start: offset, end: offset + length - 1, highWaterMark: 256 * 1024 });
    }
  }
}

async function* readFrames(
  { path, offset, length }: FilePart,
  frames: readonly Frame[],
): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  let at = 0;
  let start = 0;
  for (const { bytes, stored } of frames) {
    const from = Math.max(offset - start, 0);
    const to = Math.min(offset + length - start, bytes);
    if (to <= 0) return;
    if (from < bytes) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(stored), 0, stored, at);
      if (bytesRead < stored) throw new DamagedFrame(`${path} is damaged.`);
      const content = await decompress(buffer, { maxOutputLength: bytes }).catch((cause: unknown) => {
        throw new DamagedFrame(`${path} is damaged.`, { cause });
      });
      if (content.length < to) throw new DamagedFrame(`${path} is damaged.`);
      yield content.subarray(from, to);
    }
    at += stored;
    start += bytes;
  }
}

/** Content as compressed frames, one for each block of a program. Together they are the file of a {@link FilePart}. */
export async function toFrames(content: Uint8Array): Promise<(Frame & { data: Uint8Array })[]> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return Promise.all(
    [...blocksOf(content)].map(async (block) => {
      const data = await compress(block, { params });
      return { bytes: block.length, stored: data.length, data };
    }),
  );
}
