import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Tinypool } from 'tinypool';

const gunzipAsync = promisify(gunzip);

/** The code of zlib's error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

export interface LargeBody {
  readonly body: Uint8Array;
  /** Size of the initial allocation. */
  readonly expected: number;
  /** Maximum bytes of output. */
  readonly limit: number;
}

/**
 * Runs in a thread of {@link createUnpacker}.
 * @returns the output, transferred to the calling thread, or the code of zlib's error
 */
export default async function unpackLarge({
  body,
  expected,
  limit,
}: LargeBody): Promise<Uint8Array | string> {
  try {
    const options = { chunkSize: expected + 1, maxOutputLength: limit };
    return Tinypool.move(await gunzipAsync(body, options)) as Uint8Array;
  } catch (error) {
    return codeOf(error);
  }
}
