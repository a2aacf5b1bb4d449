import { pause } from './signal.ts';

/** Above this the heap is collected, whether its runtime would or not: what the agent promises is 60 MB. */
const RESIDENT_BYTES = 54_000_000;
const INTERVAL_MS = 2_000;

/** What the compiled agent's runtime has and Node has not. */
const collector = (globalThis as { readonly Bun?: { gc(now: boolean): void } }).Bun;

/** Looks at the process's own memory now and then, until `signal` aborts. Under Node there is nothing to do. */
export async function keepLean(signal: AbortSignal): Promise<void> {
  while (collector !== undefined && !signal.aborted) {
    if (process.memoryUsage.rss() > RESIDENT_BYTES) collector.gc(true);
    await pause(INTERVAL_MS, signal);
  }
}
