import { setTimeout as pause } from 'node:timers/promises';

/** PostgreSQL's code of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

export interface Retries {
  readonly tries: number;
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Retries work while it cannot get its locks, which it waits for only briefly so that others do not queue behind it.
 * @throws the last error; any other immediately
 */
export async function untilLocked<T>(
  work: () => Promise<T>,
  { tries, everyMs, signal }: Retries,
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const isLocked = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
      if (!isLocked || left <= 0 || signal?.aborted) throw error;
      // A stop ends the wait; the following attempt is the last.
      await pause(everyMs, undefined, signal && { signal }).catch(() => {});
    }
  }
}
