import { constants } from 'node:zlib';

/**
 * Compression settings. Passed to the plugin and to each call: a route's own options replace the plugin's. Responses with a token
 * are not compressed, because their length must not reveal their content (BREACH).
 */
export const compression = {
  threshold: 1024,
  encodings: ['zstd', 'br', 'gzip', 'deflate'] as const,
  // Node's default is the strongest level and takes seconds for megabytes; this is as fast as gzip and smaller.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};
