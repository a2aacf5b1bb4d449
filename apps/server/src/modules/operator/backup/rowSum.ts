import { createHash, type Hash, hash } from 'node:crypto';

/** Bytes of "PGCOPY\n\xff\r\n\0" and the flags; followed by the length of an extension. */
const SIGNATURE = 15;

/** Checksum of a table, independent of row order. */
export interface TableSum {
  readonly rows: number;
  /** Sum of the SHA-256 of each row in COPY's binary format, as eight 32-bit numbers, hexadecimal. */
  readonly checksum: string;
}

/** Counts and sums rows of binary COPY output piece by piece, for consecutive COPYs of a table. */
export class RowSum {
  #rows = 0;
  readonly #lanes = new Uint32Array(8);
  /** Bytes to skip before the next number. */
  #skip = SIGNATURE;
  /** The number being read: its kind, its missing bytes, and its value so far. */
  #reading: 'extension' | 'fields' | 'length' = 'extension';
  #missing = 4;
  #number = 0;
  /** Remaining fields of the row. */
  #fields = 0;
  #isInRow = false;
  /** Hash of a row that began in an earlier piece. */
  #row: Hash | undefined;
  #hasEnded = false;

  /** Starts another COPY of the same table. */
  begin(): void {
    this.#skip = SIGNATURE;
    this.#expect('extension');
    this.#isInRow = false;
    this.#row = undefined;
    this.#hasEnded = false;
  }

  add(piece: Buffer): void {
    let at = 0;
    let rowFrom = 0;
    while (!this.#hasEnded) {
      const step = Math.min(this.#skip, piece.length - at);
      this.#skip -= step;
      at += step;
      if (this.#skip > 0) break;
      if (this.#isInRow && this.#reading === 'fields' && this.#missing === 2) {
        this.#endRow(piece.subarray(rowFrom, at));
      }
      if (at === piece.length) break;
      if (!this.#isInRow && this.#reading === 'fields') {
        this.#isInRow = true;
        rowFrom = at;
      }
      while (this.#missing > 0 && at < piece.length) {
        this.#number = (this.#number << 8) | piece[at++]!;
        this.#missing--;
      }
      if (this.#missing === 0) this.#take();
    }
    if (this.#isInRow && rowFrom < at) {
      this.#row ??= createHash('sha256');
      this.#row.update(piece.subarray(rowFrom, at));
    }
  }

  get sum(): TableSum {
    const checksum = Array.from(this.#lanes, (lane) => lane.toString(16).padStart(8, '0')).join('');
    return { rows: this.#rows, checksum };
  }

  #expect(what: 'extension' | 'fields' | 'length'): void {
    this.#reading = what;
    this.#missing = what === 'fields' ? 2 : 4;
    this.#number = 0;
  }

  /** Processes a complete number. */
  #take(): void {
    const number = this.#number;
    if (this.#reading === 'extension') {
      if (number !== 0) throw new Error('COPY wrote an extension that is not known');
      this.#expect('fields');
      return;
    }
    if (this.#reading === 'fields') {
      // -1 in 16 bits is the end.
      if (number === 0xffff) {
        this.#hasEnded = true;
        this.#isInRow = false;
        return;
      }
      this.#fields = number;
    } else {
      this.#fields--;
      // -1 is NULL.
      this.#skip = Math.max(0, number);
    }
    this.#expect(this.#fields === 0 ? 'fields' : 'length');
  }

  #endRow(rest: Buffer): void {
    const digest = this.#row ? this.#row.update(rest).digest() : hash('sha256', rest, 'buffer');
    this.#row = undefined;
    this.#isInRow = false;
    for (let lane = 0; lane < 8; lane++) this.#lanes[lane]! += digest.readUInt32BE(4 * lane);
    this.#rows++;
  }
}
