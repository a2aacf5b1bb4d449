/** Bytes of rows from which on a batch is large: more than ten thousand common events have, and a tenth of a second of the database's time. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Writes batches, large ones in turn: see {@link createLargeWrites}. */
export interface LargeWrites {
  /** @param bytes that the batch's rows have */
  inTurn<Result>(tenantId: string, bytes: number, write: () => Promise<Result>): Promise<Result>;
}

/**
 * Lets an organization write one large batch at a time. A small body may unpack to rows of many megabytes, and two of them at once would
 * keep two processors of the database from everybody else's batches.
 */
export function createLargeWrites(): LargeWrites {
  /** By organization; resolves when its last large batch is written or has failed. */
  const last = new Map<string, Promise<unknown>>();
  return {
    async inTurn(tenantId, bytes, write) {
      if (bytes < LARGE_BYTES) return write();
      const written = (last.get(tenantId) ?? Promise.resolve()).then(write);
      const settled = written.catch(() => {});
      last.set(tenantId, settled);
      try {
        return await written;
      } finally {
        if (last.get(tenantId) === settled) last.delete(tenantId);
      }
    },
  };
}
