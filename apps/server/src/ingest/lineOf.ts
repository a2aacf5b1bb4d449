import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type Packing, ZSTD_WINDOW } from './decompress.ts';
import type { BodyEncoding } from './unpack.ts';

const NEWLINE = 0x0a;

/** Limits in bytes: of the body read to find a line, and of the line itself. */
export interface LineOfLimits {
  readonly decompressedBytes: number;
  readonly lineBytes: number;
}

/**
 * One line of a stored body by its 0-based number: unpacked in chunks up to the end of that line, so that reading an event never
 * holds more than the line and never unpacks more than a batch may hold.
 * @returns null when the body has no such line, or is unreadable
 */
export async function lineOf(
  body: Buffer,
  encoding: BodyEncoding,
  index: number,
  limits: LineOfLimits,
): Promise<string | null> {
  const line = new LineCollector(index, limits.lineBytes);
  try {
    let read = 0;
    for await (const piece of encoding === 'identity' ? [body] : unpacked(body, encoding)) {
      read += piece.length;
      if (read > limits.decompressedBytes) return null;
      line.take(piece);
      if (line.isDone) break;
    }
  } catch {
    // A body that cannot be unpacked was damaged after storing.
    return null;
  }
  return line.text();
}

/** The unpacked pieces of a compressed body; unpacking stops when the reader stops. */
function unpacked(body: Buffer, packing: Packing): AsyncIterable<Buffer> {
  const stream = packing === 'gzip' ? createGunzip() : createZstdDecompress({ params: ZSTD_WINDOW });
  stream.end(body);
  return stream;
}

/** Skips preceding lines and keeps the wanted one. */
class LineCollector {
  #toSkip: number;
  #kept: Buffer[] = [];
  #bytes = 0;
  readonly #most: number;
  isDone = false;

  constructor(index: number, most: number) {
    this.#toSkip = index;
    this.#most = most;
  }

  take(piece: Buffer): void {
    let start = 0;
    while (this.#toSkip > 0) {
      const newline = piece.indexOf(NEWLINE, start);
      if (newline === -1) return;
      start = newline + 1;
      this.#toSkip -= 1;
    }
    const newline = piece.indexOf(NEWLINE, start);
    const part = piece.subarray(start, newline === -1 ? undefined : newline);
    this.#bytes += part.length;
    this.isDone = newline !== -1 || this.#bytes > this.#most;
    this.#kept.push(part);
  }

  text(): string | null {
    if (this.#toSkip > 0 || this.#bytes === 0 || this.#bytes > this.#most) return null;
    const text = Buffer.concat(this.#kept).toString('utf8');
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}
