const FIRST_MS = 250;
const CAP_MS = 60_000;
/** Maximum delay that a server, or anything responding in its place, can impose. */
const RETRY_AFTER_CAP_MS = 15 * 60_000;

/**
 * Wait before attempt number `attempt` + 2, in milliseconds: between half and all of 250 ms doubled `attempt` times, at most a
 * minute, and never less than requested by the server. `random` is in [0, 1).
 */
export function retryDelay(attempt: number, random: number, retryAfterMs: number | null): number {
  const ceiling = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempt, 30));
  const jittered = ceiling / 2 + (random * ceiling) / 2;
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS));
}

/** A `Retry-After` header (seconds, or an HTTP date) in milliseconds from `now`; null if absent or invalid. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
