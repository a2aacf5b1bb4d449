/** The new program in place of the old one, and back. The service is stopped during both, and neither needs room on the disk. */
export interface Exchange extends TakingBack {
  put(): Promise<void>;
}

/** What is left of an exchange after a power failure. */
export interface TakingBack {
  takeBack(): Promise<void>;
}
