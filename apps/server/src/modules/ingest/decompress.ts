import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

/** Content codings of compressed bodies. */
export type Packing = 'gzip' | 'zstd';

/** In bytes; output above `most` ends with the code {@link TOO_LARGE}. */
export interface OutputLimits {
  /** Size of the initial allocation. */
  readonly chunk: number;
  readonly most: number;
}

/** Codes of the errors that have their own answers. */
export const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';
export const TRUNCATED = 'Z_BUF_ERROR';

/** Maximum window of the content coding (RFC 9659): 8 MiB. Without it a few bytes make zstd allocate 128 MiB. */
export const ZSTD_WINDOW = { [constants.ZSTD_d_windowLogMax]: 23 };

const gunzipAsync = promisify(gunzip);
const unzstdAsync = promisify(zstdDecompress);

const optionsOf = ({ chunk, most }: OutputLimits) => ({ chunkSize: chunk, maxOutputLength: most });

/** Output, or the error's code; does not throw. A zstd body must consist of complete frames. */
export async function decompress(
  body: Uint8Array,
  packing: Packing,
  limits: OutputLimits,
): Promise<Uint8Array | string> {
  try {
    const options = optionsOf(limits);
    return packing === 'gzip'
      ? await gunzipAsync(body, options)
      : await unzstdAsync(body, { ...options, params: ZSTD_WINDOW });
  } catch (error) {
    return codeOf(error);
  }
}

/** {@link decompress} in the calling thread, for small output. */
export function decompressSync(
  body: Uint8Array,
  packing: Packing,
  limits: OutputLimits,
): Uint8Array | string {
  try {
    const options = optionsOf(limits);
    return packing === 'gzip'
      ? gunzipSync(body, options)
      : zstdDecompressSync(body, { ...options, params: ZSTD_WINDOW });
  } catch (error) {
    return codeOf(error);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
