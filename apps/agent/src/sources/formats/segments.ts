/** Bytes up to and including a delimiter; `bytes` is null if there were too many. `end` counts from the stream's start. */
export interface Segment {
  readonly bytes: Buffer | null;
  readonly end: number;
}

/**
 * Splits a stream of bytes after each delimiter with exact byte offsets: a source's position must not depend on text decoding.
 * Segments longer than `limit` are skipped without being held.
 */
export class Segmenter {
  readonly #delimiter: Buffer;
  readonly #unit: 1 | 2;
  readonly #limit: number;
  #kept: Buffer = Buffer.alloc(0);
  /** Start of `#kept` in the stream. */
  #start: number;
  #overlong = false;

  /** `unit`: bytes of a code unit; delimiters are aligned to it, counted from `start`. */
  constructor(delimiter: Buffer, unit: 1 | 2, limit: number, start: number) {
    this.#delimiter = delimiter;
    this.#unit = unit;
    this.#limit = limit;
    this.#start = start;
  }

  /** Segments completed by the chunk. They may share the chunk's memory. */
  push(chunk: Buffer): Segment[] {
    const segments: Segment[] = [];
    let searchFrom = Math.max(0, this.#kept.length - this.#delimiter.length + 1);
    const data = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    let cut = 0;
    for (;;) {
      const at = this.#find(data, searchFrom);
      if (at === -1) break;
      const end = at + this.#delimiter.length;
      segments.push({ bytes: this.#overlong ? null : data.subarray(cut, end), end: this.#start + end });
      this.#overlong = false;
      cut = end;
      searchFrom = end;
    }
    let rest = data.subarray(cut);
    if (this.#overlong || rest.length > this.#limit) {
      this.#overlong = true;
      // A delimiter may have started in the last bytes.
      const tail = Math.min(rest.length, this.#delimiter.length - 1);
      const keep = tail + ((rest.length - tail) % this.#unit);
      rest = rest.subarray(rest.length - keep);
    }
    this.#start += data.length - rest.length;
    // A copy, so that a small rest does not hold a whole chunk.
    this.#kept = Buffer.from(rest);
    return segments;
  }

  /** The bytes after the last delimiter; `overlong` when they belong to a segment above the limit. */
  get rest(): { bytes: Buffer; overlong: boolean } {
    return { bytes: this.#kept, overlong: this.#overlong };
  }

  #find(data: Buffer, from: number): number {
    let at = data.indexOf(this.#delimiter, from);
    while (at !== -1 && at % this.#unit !== 0) at = data.indexOf(this.#delimiter, at + 1);
    return at;
  }
}
