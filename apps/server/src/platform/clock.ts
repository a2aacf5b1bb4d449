/** The server's clock; replaceable in tests. Everything that ends, begins or is due asks it: SQL is given its time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Milliseconds by which the clocks of two servers of one database may differ: what one of them writes, the others accept as if
 * their own clock had written it up to this much earlier or later.
 */
export const CLOCK_SKEW_MS = 60_000;
