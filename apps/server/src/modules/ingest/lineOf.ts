import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type Packing, ZSTD_WINDOW } from './decompress.ts';
import type { BodyEncoding } from './unpack.ts';

const NEWLINE = 0x0a;
/** Each piece is a way to zlib's threads and back, which in pieces of Node's 16 KiB took longer than unpacking. */
const PIECE_BYTES = 128 * 1024;

/** Limits in bytes: of the body read to find a line, and of the line itself. */
export interface LineOfLimits {
  readonly decompressedBytes: number;
  readonly lineBytes: number;
}

/**
 * Lines of a stored body by their 0-based numbers: unpacked in chunks up to the end of the last one, so that reading events never
 * holds more than their lines and never unpacks more than a batch may hold. A line that the body does not have, that is too long
 * or that cannot be unpacked is missing.
 */
export async function linesOf(
  body: Buffer,
  encoding: BodyEncoding,
  indexes: readonly number[],
  limits: LineOfLimits,
): Promise<ReadonlyMap<number, string>> {
  const lines = new LineCollector(indexes, limits.lineBytes);
  try {
    let read = 0;
    for await (const piece of encoding === 'identity' ? [body] : unpacked(body, encoding)) {
      read += piece.length;
      if (read > limits.decompressedBytes) return lines.found;
      lines.take(piece);
      if (lines.isDone) break;
    }
  } catch {
    // A body that cannot be unpacked was damaged after storing.
    return lines.found;
  }
  lines.end();
  return lines.found;
}

/** One line of a stored body; null when it is missing. */
export async function lineOf(
  body: Buffer,
  encoding: BodyEncoding,
  index: number,
  limits: LineOfLimits,
): Promise<string | null> {
  return (await linesOf(body, encoding, [index], limits)).get(index) ?? null;
}

/** The unpacked pieces of a compressed body; unpacking stops when the reader stops. */
function unpacked(body: Buffer, packing: Packing): AsyncIterable<Buffer> {
  const chunk = { chunkSize: PIECE_BYTES };
  const stream =
    packing === 'gzip' ? createGunzip(chunk) : createZstdDecompress({ ...chunk, params: ZSTD_WINDOW });
  stream.end(body);
  return stream;
}

/** Keeps the wanted lines and skips the others. */
class LineCollector {
  readonly found = new Map<number, string>();
  readonly #wanted: number[];
  readonly #most: number;
  #line = 0;
  #kept: Buffer[] = [];
  #bytes = 0;

  constructor(indexes: readonly number[], most: number) {
    this.#wanted = [...new Set(indexes)].sort((a, b) => a - b);
    this.#most = most;
  }

  get isDone(): boolean {
    return this.#wanted.length === 0;
  }

  take(piece: Buffer): void {
    for (let start = 0; !this.isDone && start <= piece.length; ) {
      const newline = piece.indexOf(NEWLINE, start);
      if (this.#line === this.#wanted[0])
        this.#keep(piece.subarray(start, newline === -1 ? undefined : newline));
      if (newline === -1) return;
      this.end();
      start = newline + 1;
    }
  }

  /** Ends the current line. */
  end(): void {
    if (this.#line === this.#wanted[0]) {
      this.#wanted.shift();
      if (this.#bytes > 0 && this.#bytes <= this.#most) this.found.set(this.#line, this.#text());
      this.#kept = [];
      this.#bytes = 0;
    }
    this.#line += 1;
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#most) this.#kept.push(part);
  }

  #text(): string {
    const text = Buffer.concat(this.#kept).toString('utf8');
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}
