import { pause } from './signal.ts';

/** Resident size from which a garbage collection is forced; the documented limit of the agent is 60 MB. */
const RESIDENT_BYTES = 54_000_000;
const INTERVAL_MS = 2_000;

/** The garbage collector of the compiled agent's runtime; Node has no such function. */
const collector = (globalThis as { readonly Bun?: { gc(now: boolean): void } }).Bun;

/** Checks the memory of the process periodically until `signal` aborts. Does nothing under Node. */
export async function keepLean(signal: AbortSignal): Promise<void> {
  while (collector !== undefined && !signal.aborted) {
    if (process.memoryUsage.rss() > RESIDENT_BYTES) collector.gc(true);
    await pause(INTERVAL_MS, signal);
  }
}
