import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { blocksOf } from '../programBlocks.ts';
import type { Content } from './entry.ts';
import { type Part, totalOf } from './part.ts';

const deflate = promisify(deflateRaw);

/** Deflates data so that more deflated data can follow: ends on a byte boundary, without a final block. */
export const deflatePiece = (data: Uint8Array, level = 6): Promise<Buffer> =>
  deflate(data, { level, finishFlush: constants.Z_FULL_FLUSH });

/** A program, deflated for packages. */
export interface DeflatedProgram extends Required<Content> {
  /** Sizes of the deflated blocks, each of which can be inflated on its own. */
  readonly stored: readonly number[];
}

/** Deflates a program by blocks, so that an upgrade fetches single ones from a package. */
export async function deflateProgram(data: Uint8Array, level?: number): Promise<DeflatedProgram> {
  const blocks = await Promise.all([...blocksOf(data)].map((block) => deflatePiece(block, level)));
  return { data, deflated: Buffer.concat(blocks), stored: blocks.map(({ length }) => length) };
}

/** The state needed to append to a gzip member. */
export interface GzipState {
  /** CRC-32 of the input so far. */
  readonly crc: number;
  /** Length of the input so far. */
  readonly length: number;
}

// No name, no time, unknown system: the same input gives the same bytes.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty final block. */
const END = Buffer.from([3, 0]);

/**
 * One gzip member built from separately deflated pieces: a large piece is deflated once for many packages, and another piece can
 * be appended to an existing package.
 */
export class GzipMember {
  readonly parts: Part[];
  #crc: number;
  #length: number;

  /** A new member without `state`, otherwise the continuation of one. */
  constructor(state?: GzipState) {
    this.parts = state ? [] : [HEADER];
    this.#crc = state?.crc ?? 0;
    this.#length = state?.length ?? 0;
  }

  get state(): GzipState {
    return { crc: this.#crc, length: this.#length };
  }

  get bytes(): number {
    return totalOf(this.parts);
  }

  async add(data: Uint8Array): Promise<void> {
    if (data.length > 0) this.addDeflated(data, await deflatePiece(data));
  }

  /** `deflated` is the result of {@link deflatePiece} or {@link deflateProgram} for `data`. */
  addDeflated(data: Uint8Array, deflated: Part): void {
    this.parts.push(deflated);
    this.#crc = crc32(data, this.#crc);
    this.#length += data.length;
  }

  /** Ends the member; afterwards `parts` is complete. */
  end(): void {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    this.parts.push(END, trailer);
  }
}
