import { createHash, type Hash, hash } from 'node:crypto';

/** Bytes of "PGCOPY\n\xff\r\n\0" and the flags; the length of an extension follows. */
const SIGNATURE = 15;

/** Rows of a table, whatever their order. */
export interface TableSum {
  readonly rows: number;
  /** Sum of the SHA-256 of each row as COPY writes it in binary, as eight numbers of 32 bits, hexadecimal. */
  readonly checksum: string;
}

/** Counts and sums up the rows of what COPY wrote in binary, piece by piece; several COPYs of a table after another. */
export class RowSum {
  #rows = 0;
  readonly #lanes = new Uint32Array(8);
  /** Bytes to step over before the next number. */
  #skip = SIGNATURE;
  /** The number that is being read: of what, how many of its bytes are missing, and what there is of it. */
  #reading: 'extension' | 'fields' | 'length' = 'extension';
  #missing = 4;
  #number = 0;
  /** Fields of the row that are still to come. */
  #fields = 0;
  #isInRow = false;
  /** Of a row that began in an earlier piece. */
  #row: Hash | undefined;
  #hasEnded = false;

  /** Another COPY of the same table begins. */
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

  /** Acts on a number that is complete. */
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
