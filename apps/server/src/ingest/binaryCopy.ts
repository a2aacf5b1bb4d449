/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const TWO_32 = 0x1_0000_0000;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Up to here a loop over the characters is faster than a call into the runtime. */
const SHORT_TEXT = 48;

/**
 * Writes rows in PostgreSQL's binary COPY format into one growing buffer. Binary, because the server then neither
 * unescapes nor parses: measured a fifth faster than text for these rows, and half as dear to write.
 */
export class BinaryCopy {
  #bytes: Buffer;
  #at = 0;

  constructor(initialBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(initialBytes);
    this.#at = SIGNATURE.copy(this.#bytes);
    this.#uint32(0); // flags
    this.#uint32(0); // length of the header extension
  }

  /** Begins a row of `fields` fields, which must follow in column order. */
  row(fields: number): void {
    this.#room(2);
    this.#bytes[this.#at] = fields >>> 8;
    this.#bytes[this.#at + 1] = fields;
    this.#at += 2;
  }

  null(): void {
    this.#room(4);
    this.#uint32(0xffff_ffff);
  }

  /** `sixteen`: the 16 bytes of the uuid. */
  uuid(sixteen: Uint8Array): void {
    this.#room(20);
    this.#uint32(16);
    this.#bytes.set(sixteen, this.#at);
    this.#at += 16;
  }

  /** An integer column (32 bits, signed). */
  int4(value: number): void {
    this.#room(8);
    this.#uint32(4);
    this.#uint32(value >>> 0);
  }

  /** A bigint column. */
  int8(value: bigint): void {
    this.#room(12);
    this.#uint32(8);
    this.#at = this.#bytes.writeBigInt64BE(value, this.#at);
  }

  /** A timestamptz column. @param time epoch milliseconds, not before 2000 */
  timestamp(time: number): void {
    this.#room(12);
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
    this.#room(4 + value.length * 3);
    const bytes = this.#bytes;
    const start = this.#at + 4;
    let length = 0;
    if (value.length <= SHORT_TEXT) {
      for (; length < value.length; length += 1) {
        const unit = value.charCodeAt(length);
        if (unit > 0x7f) break;
        bytes[start + length] = unit;
      }
    }
    if (length < value.length) length = bytes.write(value, start, 'utf8');
    this.#uint32(length);
    this.#at = start + length;
  }

  /** Closes the stream and hands out its bytes; the writer is not usable afterwards. */
  end(): Buffer {
    this.#room(2);
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

  #room(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
