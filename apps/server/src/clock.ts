/** The server's clock; replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
