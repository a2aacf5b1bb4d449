/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const TWO_32 = 0x1_0000_0000;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER_BYTES = SIGNATURE.length + 8;
const TEXT_OID = 25;
const ARRAY_HEADER_BYTES = 24;
/** Decimals up to this length are exact as numbers. */
const SAFE_DIGITS = 15;

/**
 * Writes rows in PostgreSQL's binary COPY format into one growing buffer. Binary, because the server then neither unescapes nor
 * parses: measured a fifth faster than text for these rows, and half the cost of writing.
 */
export class BinaryCopy {
  #bytes: Buffer;
  #at = 0;

  constructor(initialBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(initialBytes, HEADER_BYTES));
    this.#at = SIGNATURE.copy(this.#bytes);
    this.#uint32(0); // flags
    this.#uint32(0); // length of the header extension
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#at;
  }

  /** Precomputed bytes: the start of a row, see {@link rowPrefix}, or some of its columns. */
  written(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  null(): void {
    this.#reserve(4);
    this.#uint32(0xffff_ffff);
  }

  /** An integer column (32 bits, signed). */
  int4(value: number): void {
    this.#reserve(8);
    this.#uint32(4);
    this.#uint32(value >>> 0);
  }

  /** A bigint column. @param digits decimal, from 0 to 2^63 - 1 */
  int8(digits: string): void {
    this.#reserve(12);
    this.#uint32(8);
    if (digits.length > SAFE_DIGITS) {
      this.#at = this.#bytes.writeBigInt64BE(BigInt(digits), this.#at);
      return;
    }
    const value = Number(digits);
    this.#uint32(Math.floor(value / TWO_32));
    this.#uint32((value % TWO_32) >>> 0);
  }

  /** A timestamptz column. @param time epoch milliseconds, not before 2000 */
  timestamp(time: number): void {
    this.#reserve(12);
    const micros = (time - POSTGRES_EPOCH_MS) * 1000;
    this.#uint32(8);
    this.#uint32(Math.floor(micros / TWO_32));
    this.#uint32((micros % TWO_32) >>> 0);
  }

  /** A text column, null allowed. Lone surrogates become U+FFFD; the text must hold no NUL. */
  text(value: string | null): void {
    if (value === null) {
      this.null();
      return;
    }
    // UTF-8 needs at most three bytes for a UTF-16 unit.
    this.#reserve(4 + value.length * 3);
    const length = this.#bytes.write(value, this.#at + 4, 'utf8');
    this.#uint32(length);
    this.#at += length;
  }

  /** A text[] column of one dimension without nulls. */
  textArray(values: readonly string[]): void {
    this.#reserve(ARRAY_HEADER_BYTES);
    const start = this.#at;
    this.#at += 4; // the length, once known
    this.#uint32(values.length === 0 ? 0 : 1); // dimensions
    this.#uint32(0); // no nulls
    this.#uint32(TEXT_OID);
    if (values.length > 0) {
      this.#uint32(values.length);
      this.#uint32(1); // first index
    }
    for (const value of values) this.text(value);
    this.#bytes.writeUInt32BE(this.#at - start - 4, start);
  }

  /** Closes the stream and returns its bytes; the writer is not usable afterwards. */
  end(): Buffer {
    this.#reserve(2);
    this.#bytes[this.#at] = 0xff;
    this.#bytes[this.#at + 1] = 0xff;
    return this.#bytes.subarray(0, this.#at + 2);
  }

  #uint32(value: number): void {
    const bytes = this.#bytes;
    const at = this.#at;
    bytes[at] = value >>> 24;
    bytes[at + 1] = value >>> 16;
    bytes[at + 2] = value >>> 8;
    bytes[at + 3] = value;
    this.#at = at + 4;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

export const TRAILER_BYTES = 2;

/** Chunks of one stream with the rows of several, each from {@link BinaryCopy.end}. */
export function* joined(streams: readonly Buffer[]): Generator<Buffer> {
  for (const [index, stream] of streams.entries()) {
    const isLast = index === streams.length - 1;
    yield stream.subarray(index === 0 ? 0 : HEADER_BYTES, isLast ? undefined : -TRAILER_BYTES);
  }
}

/** The start of every row of a batch: its number of fields, then uuid columns (in text form). */
export function rowPrefix(fields: number, uuids: readonly string[]): Buffer {
  const count = Buffer.from([fields >>> 8, fields]);
  const length = Buffer.from([0, 0, 0, 16]);
  return Buffer.concat([
    count,
    ...uuids.flatMap((uuid) => [length, Buffer.from(uuid.replaceAll('-', ''), 'hex')]),
  ]);
}
