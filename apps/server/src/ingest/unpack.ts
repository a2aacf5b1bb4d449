import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Refusal } from '../http/refusal.ts';
import { tooLarge } from './readBody.ts';

/** How a body came, and how it is kept. */
export type BodyEncoding = 'gzip' | 'identity';

const gunzipAsync = promisify(gunzip);
const SMALLEST_CHUNK = 64 * 1024;

/**
 * Decompresses a body off the event loop. Stops at `limit` bytes of output, so a gzip bomb costs no more than a full batch.
 * @throws Refusal `body_too_large`, `truncated_body`, `not_gzip`
 */
export async function unpack(body: Buffer, encoding: BodyEncoding, limit: number): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (body.length === 0) throw truncated();
  try {
    return await gunzipAsync(body, { chunkSize: chunkFor(body, limit), maxOutputLength: limit });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    if (code === 'Z_BUF_ERROR') throw truncated();
    throw new Refusal('not_gzip', {
      message: 'The body is not readable as gzip although content-encoding says so.',
    });
  }
}

/**
 * Room for all of the output at once, by the length that a gzip body ends with: one trip to the thread pool and no copy, where
 * zlib's own pieces of 16 KiB make unpacking four times dearer. A body that lies only costs itself more trips, or us one
 * buffer of `limit` bytes.
 */
function chunkFor(body: Buffer, limit: number): number {
  const claimed = body.length >= 4 ? body.readUInt32LE(body.length - 4) : 0;
  // One byte more than is needed tells zlib that nothing is left.
  return Math.min(Math.max(claimed + 1, SMALLEST_CHUNK), limit + 1);
}

function truncated(): Refusal {
  return new Refusal('truncated_body', {
    message: 'The gzip body ends before its end; send the batch again.',
  });
}
