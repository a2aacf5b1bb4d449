import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for work under way to end before its connections to the database are cut. */
const CUT_AFTER_MS = 12_000;
/** Milliseconds in which everything has ended. */
export const END_LIMIT_MS = 30_000;

/**
 * Ends everything; a database that does not answer must not keep the server.
 * @param cut cuts what waits for the database
 * @throws Error when it takes too long
 */
export async function endWithin(end: () => Promise<void>, cut: () => void): Promise<void> {
  const timer = setTimeout(cut, CUT_AFTER_MS);
  const late = new AbortController();
  const limit = pause(END_LIMIT_MS, undefined, late).then(() => {
    throw new Error('The server did not stop in time, because its database did not answer.');
  });
  await Promise.race([end(), limit]).finally(() => {
    clearTimeout(timer);
    limit.catch(() => {});
    late.abort();
  });
}
