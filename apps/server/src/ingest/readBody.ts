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
  const parts = new Parts(declared ?? 0);
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
  // Data that arrived while the process was busy is read before the sender counts as too slow.
  const looks = setInterval(() => setImmediate(look), pace.everyMs);
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    try {
      if (size > limit) throw tooLarge(limit);
      hold(chunk.length);
      parts.add(chunk);
    } catch (refusal) {
      reject(refusal);
    }
  };
  const cut = (): void => {
    if (!body.readableEnded) reject(cutOff());
  };
  body.on('data', onData).once('end', resolve).once('error', cut).once('close', cut);
  try {
    await promise;
    return parts.whole();
  } catch (refusal) {
    parts.release();
    throw refusal;
  } finally {
    clearTimeout(timer);
    clearInterval(looks);
    body.off('data', onData).off('end', resolve).off('close', cut);
    body.off('error', cut);
    // A cut connection may report its error once more after the refusal.
    body.on('error', () => {});
  }
}

/** Bytes of the first piece of memory for a body whose length its sender does not say. */
const FIRST_BYTES = 128 * 1024;

/**
 * Chunks of a body, put together as they arrive. Each gives its memory back at once: hundreds that lie about until the end make the
 * garbage collector mark the whole heap, which every other request waits for.
 */
class Parts {
  readonly #expected: number;
  /** The only chunk so far: most bodies come in one, which is not copied. */
  #first: Buffer | undefined;
  #memory: ArrayBuffer | undefined;
  #size = 0;

  /** `expected`: bytes that the sender announced, within the limit; 0 when it did not. */
  constructor(expected: number) {
    this.#expected = expected;
  }

  add(chunk: Buffer): void {
    if (this.#size === 0) {
      this.#first = chunk;
      this.#size = chunk.length;
      return;
    }
    const first = this.#first;
    if (first) {
      this.#first = undefined;
      this.#memory = new ArrayBuffer(Math.max(this.#expected, FIRST_BYTES));
      this.#size = 0;
      this.#append(first);
    }
    this.#append(chunk);
  }

  #append(chunk: Buffer): void {
    let memory = this.#memory!;
    const size = this.#size + chunk.length;
    if (size > memory.byteLength) memory = memory.transfer(Math.max(size, 2 * memory.byteLength));
    new Uint8Array(memory).set(chunk, this.#size);
    this.#memory = memory;
    this.#size = size;
    if (chunk.byteLength === chunk.buffer.byteLength) releaseMemory(chunk);
  }

  whole(): Buffer {
    if (this.#memory) return Buffer.from(this.#memory, 0, this.#size);
    return this.#first ?? Buffer.alloc(0);
  }

  release(): void {
    this.#memory?.transfer(0);
    this.#memory = undefined;
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

/**
 * Gives a large buffer's memory back at once instead of leaving it to the garbage collector, which otherwise marks the whole
 * heap for every eighth batch: measured 10 to 20 % of the CPU time of ingest. Only for a buffer that has its memory to itself
 * and that nothing will read or write any more, no pending write of a socket either.
 */
export function releaseMemory({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
