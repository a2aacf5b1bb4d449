/** Time as the server reads it; a test may set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
