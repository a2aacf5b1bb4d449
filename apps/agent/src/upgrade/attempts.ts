const MINUTE_MS = 60_000;

/**
 * Delays before each further attempt; the last one repeats. Failures may be temporary: a file opened by another program, a
 * restarting server.
 */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];

/** Schedules retries of failed downloads. */
export class Attempts {
  #version: string | null = null;
  #made = 0;
  #notBefore = 0;

  /**
   * True, and counted as an attempt, if this version may be attempted at this time in epoch milliseconds. Another version may be
   * attempted immediately.
   */
  begin(version: string, now: number): boolean {
    if (version !== this.#version) {
      this.#version = version;
      this.#made = 0;
      this.#notBefore = now;
    }
    if (now < this.#notBefore) return false;
    this.#notBefore = now + DELAYS_MS[Math.min(this.#made, DELAYS_MS.length - 1)]!;
    this.#made += 1;
    return true;
  }
}
