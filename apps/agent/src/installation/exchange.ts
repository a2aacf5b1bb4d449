/** The new program in place of the old one, and back. The service is stopped during both, and neither needs room on the disk. */
export interface Exchange {
  put(): Promise<void>;
  takeBack(): Promise<void>;
}
