/** Percentiles in whole milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Longest duration told apart; longer ones count as this long. */
const LONGEST_MS = 120_000;

/** Durations by whole milliseconds: the same memory for a minute and for hours. */
export class Histogram {
  readonly #counts = new Uint32Array(LONGEST_MS + 1);
  #total = 0;

  add(milliseconds: number): void {
    const place = Math.min(LONGEST_MS, Math.max(0, Math.round(milliseconds)));
    this.#counts[place]! += 1;
    this.#total += 1;
  }

  percentiles(): Percentiles {
    return { p50: this.#at(0.5), p99: this.#at(0.99), max: this.#at(1) };
  }

  #at(share: number): number {
    let left = Math.max(1, Math.ceil(this.#total * share));
    for (const [milliseconds, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0) return milliseconds;
    }
    return 0;
  }
}
