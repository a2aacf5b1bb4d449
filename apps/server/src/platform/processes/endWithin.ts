import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for work to finish before its database connections are closed. */
const CUT_AFTER_MS = 12_000;
/** Milliseconds until everything must have ended. */
export const END_LIMIT_MS = 30_000;

/**
 * Shuts everything down; an unresponsive database must not block the server.
 * @param cut closes connections waiting for the database
 * @throws Error on timeout
 */
export async function endWithin(end: () => Promise<void>, cut: () => void): Promise<void> {
  const timer = setTimeout(cut, CUT_AFTER_MS);
  const late = new AbortController();
  const limit = pause(END_LIMIT_MS, undefined, late).then(() => {
    throw new Error('The server did not stop in time, because its database did not respond.');
  });
  await Promise.race([end(), limit]).finally(() => {
    clearTimeout(timer);
    limit.catch(() => {});
    late.abort();
  });
}
