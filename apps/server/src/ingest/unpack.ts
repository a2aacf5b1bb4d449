import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { Tinypool } from 'tinypool';
import { Refusal } from '../http/refusal.ts';
import { tooLarge } from './readBody.ts';
import { codeOf, type LargeBody } from './unpackLarge.ts';

/** Encoding of a body on arrival and in storage. */
export type BodyEncoding = 'gzip' | 'identity';

const gunzipAsync = promisify(gunzip);
const MIB = 1024 * 1024;
const SMALLEST_CHUNK = 64 * 1024;
/** Bytes of output up to which another thread costs more than it saves. */
const SMALL_OUTPUT = MIB;
/** Bytes of output up to which zlib's threads cost more than unpacking: 0.2 ms at most. */
const SMALLEST_OUTPUT = SMALLEST_CHUNK;

export interface Unpacker extends AsyncDisposable {
  /**
   * Decompresses a body off the event loop. Stops at `limit` bytes of output, so a gzip bomb costs no more than a full batch.
   * @throws Refusal `body_too_large`, `truncated_body`, `not_gzip`
   */
  unpack(body: Buffer, encoding: BodyEncoding, limit: number): Promise<Buffer>;
}

/**
 * Large output is produced in a separate thread with a nearly empty heap: here each would make the garbage collector mark the
 * whole server's heap, even for a bomb of which nothing is kept.
 */
export function createUnpacker(): Unpacker {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('./unpackLarge.ts', import.meta.url)),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 4,
    idleTimeout: 60_000,
  });

  async function unpackGzip(body: Buffer, limit: number): Promise<Uint8Array | string> {
    // One call to zlib's threads without copies; its default chunks of 16 KiB make unpacking four times as expensive. A body with
    // a false length costs more calls.
    const expected = Math.min(Math.max(claimedLength(body), SMALLEST_CHUNK), limit);
    if (expected <= SMALLEST_OUTPUT && body.length <= SMALLEST_OUTPUT) {
      const smallest = unpackSmallest(body, limit);
      if (smallest !== TOO_LARGE || limit <= SMALLEST_OUTPUT) return smallest;
    }
    const options = { chunkSize: expected + 1, maxOutputLength: Math.min(limit, SMALL_OUTPUT) };
    const small = expected > SMALL_OUTPUT ? TOO_LARGE : await gunzipAsync(body, options).catch(codeOf);
    if (small !== TOO_LARGE || limit <= SMALL_OUTPUT) return small;
    return pool.run({ body, expected, limit } satisfies LargeBody);
  }

  return {
    async unpack(body, encoding, limit) {
      if (encoding === 'identity') return body;
      if (body.length === 0) throw truncated();
      const output = await unpackGzip(body, limit);
      if (typeof output !== 'string') return Buffer.from(output.buffer, output.byteOffset, output.byteLength);
      if (output === TOO_LARGE) throw tooLarge(limit);
      if (output === 'Z_BUF_ERROR') throw truncated();
      throw new Refusal('not_gzip', {
        message: 'The body is not readable as gzip although content-encoding says so.',
      });
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

function unpackSmallest(body: Buffer, limit: number): Uint8Array | string {
  try {
    // A copy with its own memory, because its reader releases the memory.
    return new Uint8Array(gunzipSync(body, { maxOutputLength: Math.min(limit, SMALLEST_OUTPUT) }));
  } catch (error) {
    return codeOf(error);
  }
}

const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

/** The length at the end of a gzip body. */
const claimedLength = (body: Buffer): number => (body.length >= 4 ? body.readUInt32LE(body.length - 4) : 0);

function truncated(): Refusal {
  return new Refusal('truncated_body', {
    message: 'The gzip body ends before its end; send the batch again.',
  });
}
