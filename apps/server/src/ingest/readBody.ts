import type { Readable } from 'node:stream';
import { Refusal } from '../http/refusal.ts';

export interface ReadBodyOptions {
  /** Bytes; the first byte beyond it refuses the body without reading on. */
  readonly limit: number;
  /** The Content-Length header's value, when there is one: refused before a byte is read. */
  readonly declared?: number | undefined;
  /** Milliseconds from the first to the last byte. */
  readonly timeoutMs: number;
  readonly pace: Pace;
  /** Told of every chunk before it is kept; may throw to refuse the body. */
  readonly hold: (bytes: number) => void;
}

/** The least that a sender must send: a body that stalls holds memory which others could use. */
export interface Pace {
  /** How often it is looked at. */
  readonly everyMs: number;
  readonly bytesPerSecond: number;
}

/**
 * Reads a request body whole, as it arrived.
 * @throws Refusal `body_too_large`; `body_too_slow` below the pace or after the time; `truncated_body` when the connection is cut
 */
export async function readBody(body: Readable, options: ReadBodyOptions): Promise<Buffer> {
  const { limit, declared, hold, timeoutMs, pace } = options;
  if (declared !== undefined && declared > limit) throw tooLarge(limit);
  if (body.destroyed) throw cutOff();
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    reject(tooSlow(`The body did not arrive within ${timeoutMs / 1000} seconds; send a smaller batch.`));
  }, timeoutMs);
  const least = (pace.bytesPerSecond * pace.everyMs) / 1000;
  let seen = 0;
  const look = (): void => {
    if (size - seen < least) {
      reject(
        tooSlow(
          `The body arrived with less than ${pace.bytesPerSecond.toLocaleString('en-US')} bytes a second; send it again.`,
        ),
      );
    }
    seen = size;
  };
  // What arrived while the process was busy is read before it is missed.
  const looks = setInterval(() => setImmediate(look), pace.everyMs);
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
    reject(cutOff());
  };
  body.on('data', onData).once('end', resolve).once('error', cut).once('close', cut);
  try {
    await promise;
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  } finally {
    clearTimeout(timer);
    clearInterval(looks);
    body.off('data', onData).off('end', resolve).off('close', cut);
    body.off('error', cut);
    // A cut connection may report its error once more after the refusal.
    body.on('error', () => {});
  }
}

const cutOff = (): Refusal =>
  new Refusal('truncated_body', { message: 'The connection ended before the body did.' });

const tooSlow = (message: string): Refusal => new Refusal('body_too_slow', { message, retryAfter: 1 });

/** The refusal of a body that is, or unpacks to, more than `limit` bytes. */
export function tooLarge(limit: number): Refusal {
  return new Refusal('body_too_large', {
    message: `The body is larger than ${limit / (1024 * 1024)} MiB; send fewer lines in a batch.`,
  });
}
