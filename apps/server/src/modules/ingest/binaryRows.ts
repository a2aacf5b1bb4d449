/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const TWO_32 = 0x1_0000_0000;
/** Dimensions, flags, type of the elements, number of elements, first index. */
const ARRAY_HEADER_BYTES = 20;
/** Decimals up to this length are exact as numbers. */
const SAFE_DIGITS = 15;

/** Object ids of PostgreSQL's own types. */
const OID = { int8: 20, int4: 23, text: 25, textArray: 1009, timestamptz: 1184, uuid: 2950 } as const;

/** Bytes of an array of rows in addition to what the rows store: names of types, and lengths of rows. */
const framing = (rows: number, fields: number): number => ARRAY_HEADER_BYTES + rows * (8 + 4 * fields);

/**
 * Writes rows as one array of a composite type in PostgreSQL's binary format, into one growing buffer: a parameter that a statement
 * unnests. Binary, because the server then neither unescapes nor parses. The array does not name its composite type, whose object id
 * differs between databases: PostgreSQL takes the one of the parameter.
 */
export class BinaryRows {
  readonly #fields: number;
  #bytes: Buffer;
  #at = ARRAY_HEADER_BYTES;
  #start = 0;
  #rows = 0;

  /** @param fields of each row */
  constructor(fields: number, initialBytes: number) {
    this.#fields = fields;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(initialBytes, ARRAY_HEADER_BYTES));
  }

  /** Bytes of values so far, with the length of each. */
  get stored(): number {
    return this.#at - framing(this.#rows, this.#fields);
  }

  /** Begins a row, whose first columns are these ({@link uuidColumns}). */
  begin(columns: Uint8Array): void {
    this.#reserve(8);
    this.#start = this.#at;
    this.#at += 4; // the length, once known
    this.#uint32(this.#fields);
    this.written(columns);
  }

  /** Ends a row, after all its columns. */
  end(): void {
    const at = this.#at;
    this.#at = this.#start;
    this.#uint32(at - this.#start - 4);
    this.#at = at;
    this.#rows += 1;
  }

  /** Precomputed columns. */
  written(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** An integer column (32 bits, signed). */
  int4(value: number | null): void {
    this.#reserve(12);
    this.#head(OID.int4, value === null ? -1 : 4);
    if (value !== null) this.#uint32(value >>> 0);
  }

  /** A bigint column. @param digits decimal, from 0 to 2^63 - 1 */
  int8(digits: string | null): void {
    this.#reserve(16);
    this.#head(OID.int8, digits === null ? -1 : 8);
    if (digits === null) return;
    if (digits.length > SAFE_DIGITS) this.#at = this.#bytes.writeBigInt64BE(BigInt(digits), this.#at);
    else this.#int64(Number(digits));
  }

  /** A timestamptz column. @param time epoch milliseconds, not before 2000 */
  timestamp(time: number): void {
    this.#reserve(16);
    this.#head(OID.timestamptz, 8);
    this.#int64((time - POSTGRES_EPOCH_MS) * 1000);
  }

  /** A text column, null allowed. Lone surrogates become U+FFFD; the text must hold no NUL. */
  text(value: string | null): void {
    if (value === null) {
      this.#reserve(8);
      this.#head(OID.text, -1);
      return;
    }
    // UTF-8 needs at most three bytes for a UTF-16 unit.
    this.#reserve(8 + value.length * 3);
    const length = this.#bytes.write(value, this.#at + 8, 'utf8');
    this.#head(OID.text, length);
    this.#at += length;
  }

  /** A text[] column of one dimension without nulls. */
  textArray(values: readonly string[]): void {
    this.#reserve(8 + ARRAY_HEADER_BYTES);
    const start = this.#at;
    this.#at += 8; // the head, once the length is known
    this.#uint32(values.length === 0 ? 0 : 1); // dimensions
    this.#uint32(0); // no nulls
    this.#uint32(OID.text);
    if (values.length > 0) {
      this.#uint32(values.length);
      this.#uint32(1); // first index
    }
    for (const value of values) {
      this.#reserve(4 + value.length * 3);
      const length = this.#bytes.write(value, this.#at + 4, 'utf8');
      this.#uint32(length);
      this.#at += length;
    }
    const at = this.#at;
    this.#at = start;
    this.#head(OID.textArray, at - start - 8);
    this.#at = at;
  }

  /** Ends the array and returns its bytes; the writer is not usable afterwards. */
  array(): Buffer {
    writeArrayHeader(this.#bytes, this.#rows);
    return this.#bytes.subarray(0, this.#at);
  }

  #head(type: number, length: number): void {
    this.#uint32(type);
    this.#uint32(length >>> 0);
  }

  #int64(value: number): void {
    this.#uint32(Math.floor(value / TWO_32));
    this.#uint32((value % TWO_32) >>> 0);
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

function writeArrayHeader(array: Buffer, rows: number): void {
  array.writeUInt32BE(1, 0); // dimensions
  array.writeUInt32BE(0, 4); // no nulls
  array.writeUInt32BE(0, 8); // the parameter's type
  array.writeUInt32BE(rows, 12);
  array.writeUInt32BE(1, 16); // first index
}

const rowsIn = (array: Buffer): number => array.readUInt32BE(12);

/** Bytes of values of an array, with the length of each. */
export const storedBytes = (array: Buffer, fields: number): number =>
  array.length - framing(rowsIn(array), fields);

/**
 * Arrays with the rows of several ones, each up to `most` bytes or a single row: the database holds a parameter several times.
 */
export function* joined(arrays: readonly Buffer[], most: number): Generator<Buffer> {
  let pieces: Buffer[] = [];
  let rows = 0;
  let bytes = ARRAY_HEADER_BYTES;
  const whole = (): Buffer => {
    const header = Buffer.allocUnsafe(ARRAY_HEADER_BYTES);
    writeArrayHeader(header, rows);
    const array = Buffer.concat([header, ...pieces]);
    pieces = [];
    rows = 0;
    bytes = ARRAY_HEADER_BYTES;
    return array;
  };
  if (arrays.length === 1 && arrays[0]!.length <= most) {
    yield arrays[0]!;
    return;
  }
  for (const array of arrays) {
    let start = ARRAY_HEADER_BYTES;
    for (let at = start; at < array.length; ) {
      const length = 4 + array.readUInt32BE(at);
      if (rows > 0 && bytes + length > most) {
        pieces.push(array.subarray(start, at));
        start = at;
        yield whole();
      }
      at += length;
      bytes += length;
      rows += 1;
    }
    pieces.push(array.subarray(start));
  }
  if (rows > 0) yield whole();
}

/** Columns with uuids in text form, for {@link BinaryRows.begin}. */
export function uuidColumns(uuids: readonly string[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(OID.uuid, 0);
  head.writeUInt32BE(16, 4);
  return Buffer.concat(uuids.flatMap((uuid) => [head, Buffer.from(uuid.replaceAll('-', ''), 'hex')]));
}

/** Columns that `write` writes, for {@link BinaryRows.written}. @param expectedBytes most columns are shorter */
export function columnsOf(expectedBytes: number, write: (rows: BinaryRows) => void): Buffer {
  const rows = new BinaryRows(0, expectedBytes);
  write(rows);
  return Buffer.from(rows.array().subarray(ARRAY_HEADER_BYTES));
}

/** Reads the columns of an array's rows in order, none of them null. */
export class ReadRows {
  readonly #bytes: Buffer;
  #at = ARRAY_HEADER_BYTES;

  constructor(array: Buffer) {
    this.#bytes = array;
  }

  /** Begins the next row, after all columns of the one before; false at the end. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    this.#at += 8;
    return true;
  }

  text(): string {
    const start = this.#at + 8;
    this.#at = start + this.#bytes.readUInt32BE(start - 4);
    return this.#bytes.toString('utf8', start, this.#at);
  }

  int8(): bigint {
    this.#at += 16;
    return this.#bytes.readBigInt64BE(this.#at - 8);
  }

  /** Epoch milliseconds. */
  timestamp(): number {
    return Number(this.int8() / 1000n) + POSTGRES_EPOCH_MS;
  }
}
