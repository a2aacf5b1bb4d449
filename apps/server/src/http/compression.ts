import { constants } from 'node:zlib';

/**
 * How answers are compressed. Given to the plugin and again to each call: a route's own options replace the plugin's. Answers
 * that hold a token are not compressed at all, because their length must say nothing about their content (BREACH).
 */
export const compression = {
  threshold: 1024,
  encodings: ['zstd', 'br', 'gzip', 'deflate'] as const,
  // Node's own default is the strongest and takes seconds for an answer of megabytes; this is as fast as gzip and smaller.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};
