import type { Readable } from 'node:stream';
import { Refusal } from '../http/refusal.ts';

export interface ReadBodyOptions {
  /** Bytes; the first byte beyond it refuses the body without reading on. */
  readonly limit: number;
  /** The Content-Length header's value, when there is one: refused before a byte is read. */
  readonly declared?: number | undefined;
  readonly timeoutMs: number;
  /** Told of every chunk before it is kept; may throw to refuse the body. */
  readonly hold: (bytes: number) => void;
}

/**
 * Reads a request body whole, as it arrived.
 * @throws Refusal `body_too_large`; `truncated_body` when the connection is cut or too slow
 */
export async function readBody(body: Readable, options: ReadBodyOptions): Promise<Buffer> {
  const { limit, declared, hold, timeoutMs } = options;
  if (declared !== undefined && declared > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    reject(
      new Refusal('truncated_body', {
        message: `The body did not arrive within ${timeoutMs / 1000} seconds.`,
      }),
    );
  }, timeoutMs);
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    try {
      if (size > limit) throw tooLarge(limit);
      hold(chunk.length);
      chunks.push(chunk);
    } catch (refusal) {
      reject(refusal);
    }
  };
  const cut = (): void => {
    reject(new Refusal('truncated_body', { message: 'The connection ended before the body did.' }));
  };
  body.on('data', onData).once('end', resolve).once('error', cut).once('close', cut);
  try {
    await promise;
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  } finally {
    clearTimeout(timer);
    body.off('data', onData).off('end', resolve).off('close', cut);
    body.off('error', cut);
    // A cut connection may report its error once more after the refusal.
    body.on('error', () => {});
  }
}

/** The refusal of a body that is, or unpacks to, more than `limit` bytes. */
export function tooLarge(limit: number): Refusal {
  return new Refusal('body_too_large', {
    message: `The body is larger than ${limit / (1024 * 1024)} MiB; send fewer lines in a batch.`,
  });
}
