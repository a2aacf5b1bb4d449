import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, inflateRaw, zstdDecompress } from 'node:zlib';
import {
  BLOCK_BYTES,
  type ProgramBlock,
  type ProgramIndex,
  parseIndex,
} from '@scout/agent-release/programBlocks';
import type { ReleaseFile } from '@scout/contract/releases';
import { Failure } from '../runtime/failure.ts';
import type { Network } from '../transport/network.ts';
import { runsOf } from './blockRuns.ts';
import { type RangedFile, rangedFile, small } from './continuedBody.ts';
import { findBlocks } from './ownBlocks.ts';

export interface ProgramSource {
  readonly network: Network;
  /** Of the package. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly file: ReleaseFile;
  /** The program that runs. */
  readonly running: string;
  /** The program to write. */
  readonly path: string;
  /** Before a download continues after a cut. */
  readonly waitMs?: number;
}

const inflate = promisify(inflateRaw);
const decompress = promisify(zstdDecompress);
const DECODERS = {
  // A block of a longer stream: the end of its input is not the end of that.
  deflate: (data: Buffer, most: number) =>
    inflate(data, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }),
  zstd: (data: Buffer, most: number) => decompress(data, { maxOutputLength: most }),
  none: async (data: Buffer) => data,
} as const;

/**
 * Writes a release's program from the blocks that the running one has, too, and fetches the others. It is verified with the signed
 * manifest. Returns the number of bytes fetched.
 * @throws {Failure} if anything does not fit; a part of the file may be there
 */
export async function assembleProgram(source: ProgramSource): Promise<number> {
  const { network, url, signal, file, running, path } = source;
  const { program } = file;
  if (!program) throw new Failure('the release has no index');
  const text = await small(network, `${url}.index`, program.index.bytes, signal);
  if (createHash('sha256').update(text).digest('hex') !== program.index.sha256)
    throw new Failure(`${url}.index does not match the manifest`);
  const index = parseIndex(text, program.bytes);
  await using own = await open(running);
  const found = await findBlocks(own, index.blocks, signal);
  const isOwn = index.blocks.map(({ sha256 }) => found.has(sha256));
  if (!isOwn.includes(true)) throw new Failure('the release has nothing of the program that runs');
  const remote = await rangedFile(network, url, signal, source.waitMs);
  const placed = placesOf(index, remote, file);
  const runs = runsOf(isOwn);
  const fetched = runs.reduce((sum, { from, to }) => sum + placed.at[to]! - placed.at[from]!, 0);
  if (fetched > remote.bytes / 2) throw new Failure('the release is mostly new');

  await rm(path, { force: true });
  await using target = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const put = async (content: Buffer): Promise<void> => {
    hash.update(content);
    await target.writeFile(content);
  };
  const buffer = Buffer.alloc(BLOCK_BYTES);
  let next = 0;
  const putOwn = async (to: number): Promise<void> => {
    for (; next < to; next += 1) {
      const { sha256, bytes } = index.blocks[next]!;
      await put(await readOwn(own, buffer, found.get(sha256)!, bytes));
    }
  };
  for (const { from, to } of runs) {
    await putOwn(from);
    await using download = new Download(remote.range(placed.at[from]!, placed.at[to]!));
    for (; next < to; next += 1) {
      const block = index.blocks[next]!;
      const sent = await download.take(placed.at[next + 1]! - placed.at[next]!);
      const content = await DECODERS[placed.coding](sent, block.bytes);
      requireBlock(content, block, url);
      await put(content);
    }
    await download.end();
  }
  await putOwn(index.blocks.length);
  if (hash.digest('hex') !== program.sha256) throw new Failure(`${url}.index is not of this program`);
  return fetched + text.length;
}

function requireBlock(content: Buffer, { sha256, bytes }: ProgramBlock, url: string): void {
  if (content.length !== bytes || createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Failure(`${url} has another block than its index`);
}

interface Places {
  /** Offsets of the blocks in the file as sent, and the end of the last one. */
  readonly at: readonly number[];
  readonly coding: keyof typeof DECODERS;
}

/** @throws {Failure} for a file that cannot have these blocks */
function placesOf({ coding, at, blocks }: ProgramIndex, remote: RangedFile, file: ReleaseFile): Places {
  const isPlain = coding === 'zstd' && remote.coding === null;
  if (!isPlain && remote.coding !== (coding === 'zstd' ? 'zstd' : null))
    throw new Failure(`the release is sent as ${remote.coding}`);
  const places = [isPlain ? 0 : at];
  for (const { bytes, stored } of blocks) places.push(places.at(-1)! + (isPlain ? bytes : stored));
  if (places.at(-1)! > remote.bytes || (remote.coding === null && remote.bytes !== file.bytes))
    throw new Failure('the release has another length than in its index');
  return { at: places, coding: isPlain ? 'none' : coding };
}

/** Reads a block into the same memory as the one before. */
async function readOwn(own: FileHandle, buffer: Buffer, position: number, bytes: number): Promise<Buffer> {
  const { bytesRead } = await own.read(buffer, 0, bytes, position);
  if (bytesRead < bytes) throw new Failure('the program that runs was changed');
  return buffer.subarray(0, bytes);
}

/** A stream of which so many bytes are taken at a time. */
class Download implements AsyncDisposable {
  readonly #chunks: AsyncGenerator<Buffer>;
  #waiting: Buffer[] = [];
  #length = 0;

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.#chunks = chunks;
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#length < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new Failure('the download ended early');
      this.#waiting.push(value);
      this.#length += value.length;
    }
    const all = Buffer.concat(this.#waiting);
    this.#waiting = [all.subarray(bytes)];
    this.#length -= bytes;
    return all.subarray(0, bytes);
  }

  /** Reads the end of the response, so that its connection can be used again. */
  async end(): Promise<void> {
    await this.#chunks.next();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chunks.return(undefined);
  }
}
