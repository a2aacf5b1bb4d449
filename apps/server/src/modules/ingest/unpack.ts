import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import { Refusal } from '../../platform/http/refusal.ts';
import { decompress, decompressSync, type Packing, TOO_LARGE, TRUNCATED } from './decompress.ts';
import { tooLarge } from './readBody.ts';
import type { LargeBody } from './unpackLarge.ts';
import { zstdFramesOf } from './zstdFrames.ts';

/** Encoding of a body on arrival and in storage. */
export type BodyEncoding = Packing | 'identity';

const MIB = 1024 * 1024;
const SMALLEST_CHUNK = 64 * 1024;
/** Bytes of output up to which another thread costs more than it saves. */
const SMALL_OUTPUT = MIB;
/** Bytes of output up to which zlib's threads cost more than unpacking: 0.2 ms at most. */
const SMALLEST_OUTPUT = SMALLEST_CHUNK;

export interface Unpacker {
  /**
   * Decompresses a body off the event loop. Stops at `limit` bytes of output, so a bomb costs no more than a full batch.
   * @throws Refusal `body_too_large`, `truncated_body`, `not_gzip`
   */
  unpack(body: Buffer, encoding: BodyEncoding, limit: number): Promise<Buffer>;
}

/**
 * Large output is produced in a separate thread with a nearly empty heap: here each would make the garbage collector mark the
 * whole server's heap, even for a bomb of which nothing is kept.
 */
export function createUnpacker(): Unpacker & AsyncDisposable {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('./unpackLarge.ts', import.meta.url)),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 4,
    idleTimeout: 60_000,
  });

  return {
    ...unpackerBy((body) => pool.run(body)),
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

/** For a thread that reads bodies and nothing else: large output is produced in it. */
export const createUnpackerOfThread = (): Unpacker =>
  unpackerBy(({ body, packing, ...limits }) => decompress(body, packing, limits));

function unpackerBy(unpackLarge: (body: LargeBody) => Promise<Uint8Array | string>): Unpacker {
  async function unpackPacked(body: Buffer, packing: Packing, limit: number): Promise<Uint8Array | string> {
    // One call to zlib's threads without copies; its default chunks of 16 KiB make unpacking four times as expensive. A body with
    // a false length costs more calls.
    const claimed = claimOf(body, packing);
    if (typeof claimed === 'string') return claimed;
    const expected = Math.min(Math.max(claimed, SMALLEST_CHUNK), limit);
    if (expected <= SMALLEST_OUTPUT && body.length <= SMALLEST_OUTPUT) {
      const smallest = unpackSmallest(body, packing, limit);
      if (smallest !== TOO_LARGE || limit <= SMALLEST_OUTPUT) return smallest;
    }
    const chunk = expected + 1;
    const small =
      expected > SMALL_OUTPUT
        ? TOO_LARGE
        : await decompress(body, packing, { chunk, most: Math.min(limit, SMALL_OUTPUT) });
    if (small !== TOO_LARGE || limit <= SMALL_OUTPUT) return small;
    return unpackLarge({ body, packing, chunk, most: limit });
  }

  return {
    async unpack(body, encoding, limit) {
      if (encoding === 'identity') return body;
      if (body.length === 0) throw truncated(encoding);
      const output = await unpackPacked(body, encoding, limit);
      if (typeof output !== 'string') return Buffer.from(output.buffer, output.byteOffset, output.byteLength);
      if (output === TOO_LARGE) throw tooLarge(limit);
      if (output === TRUNCATED) throw truncated(encoding);
      throw new Refusal('not_gzip', {
        message: `The body is not readable as ${encoding} although content-encoding says so.`,
      });
    },
  };
}

/** Bytes of a body when it is unpacked, as far as it tells: what it claims may be wrong. */
export function expectedBytes(body: Buffer, encoding: BodyEncoding): number {
  const claimed = encoding === 'identity' ? 0 : claimOf(body, encoding);
  return typeof claimed === 'string' ? body.length : Math.max(claimed, body.length);
}

/** Bytes of output that a body claims, which may be wrong; 0 without a claim; or the code of an incomplete body. */
function claimOf(body: Buffer, packing: Packing): number | string {
  // The length at the end of a gzip body.
  if (packing === 'gzip') return body.length >= 4 ? body.readUInt32LE(body.length - 4) : 0;
  const frames = zstdFramesOf(body);
  if (typeof frames !== 'string') return frames.claimed;
  return frames === 'truncated' ? TRUNCATED : frames;
}

/** Output of a chunk of zlib's default size. */
const SMALLEST_STEP = 16 * 1024;

function unpackSmallest(body: Buffer, packing: Packing, limit: number): Uint8Array | string {
  const limits = { chunk: SMALLEST_STEP, most: Math.min(limit, SMALLEST_OUTPUT) };
  const output = decompressSync(body, packing, limits);
  // A copy with its own memory, because its reader releases the memory.
  return typeof output === 'string' ? output : new Uint8Array(output);
}

function truncated(encoding: Packing): Refusal {
  return new Refusal('truncated_body', {
    message: `The ${encoding} body ends before its end; send the batch again.`,
  });
}
