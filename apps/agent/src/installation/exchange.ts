/** Swaps the program for the new one and back. The service is stopped during both, and neither needs disk space. */
export interface Exchange extends Rollback {
  put(): Promise<void>;
}

/** The undo step of an exchange, also after a power failure. */
export interface Rollback {
  rollBack(): Promise<void>;
}
