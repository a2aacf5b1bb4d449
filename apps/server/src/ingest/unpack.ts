import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Refusal } from '../http/refusal.ts';
import { tooLarge } from './readBody.ts';

/** How a body came, and how it is kept. */
export type BodyEncoding = 'gzip' | 'identity';

const gunzipAsync = promisify(gunzip);
/** One trip to the thread pool a MiB of output; zlib's own 16 KiB makes unpacking four times dearer. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Decompresses a body off the event loop. Stops at `limit` bytes of output, so a gzip bomb costs no more than a full batch.
 * @throws Refusal `body_too_large`, `truncated_body`, `not_gzip`
 */
export async function unpack(body: Buffer, encoding: BodyEncoding, limit: number): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (body.length === 0) throw truncated();
  try {
    return await gunzipAsync(body, { chunkSize: CHUNK_BYTES, maxOutputLength: limit });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    if (code === 'Z_BUF_ERROR') throw truncated();
    throw new Refusal('not_gzip', {
      message: 'The body is not readable as gzip although content-encoding says so.',
    });
  }
}

function truncated(): Refusal {
  return new Refusal('truncated_body', {
    message: 'The gzip body ends before its end; send the batch again.',
  });
}
