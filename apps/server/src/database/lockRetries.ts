import { setTimeout as pause } from 'node:timers/promises';

/** PostgreSQL's code of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

export interface Retries {
  readonly tries: number;
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Does a piece of work again while it does not get its locks, which it waits for briefly lest others wait behind it.
 * @throws the last error; any other at once
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
      // A stop ends the wait; the try that follows is the last.
      await pause(everyMs, undefined, signal && { signal }).catch(() => {});
    }
  }
}
