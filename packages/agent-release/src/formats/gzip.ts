import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { type Part, totalOf } from './part.ts';

const deflate = promisify(deflateRaw);

/** Deflates so that other deflated data may follow: it ends on a byte, without a final block. */
export const deflatePiece = (data: Uint8Array, level = 6): Promise<Buffer> =>
  deflate(data, { level, finishFlush: constants.Z_FULL_FLUSH });

/** The state needed to append to a gzip member. */
export interface GzipState {
  /** CRC-32 of what was put in. */
  readonly crc: number;
  /** Bytes that were put in. */
  readonly length: number;
}

// No name, no time, system unknown: the same input gives the same bytes.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty final block. */
const END = Buffer.from([3, 0]);

/**
 * One gzip member out of pieces that were deflated on their own: a large piece is deflated once for many packages, and
 * another piece can be put behind a package that is there already.
 */
export class GzipMember {
  readonly parts: Part[];
  #crc: number;
  #length: number;

  /** Without `state` a new member, else the continuation of one. */
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

  /** `deflated` is what {@link deflatePiece} made of `data`. */
  addDeflated(data: Uint8Array, deflated: Part): void {
    this.parts.push(deflated);
    this.#crc = crc32(data, this.#crc);
    this.#length += data.length;
  }

  /** Ends the member; afterwards `parts` is whole. */
  end(): void {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    this.parts.push(END, trailer);
  }
}
