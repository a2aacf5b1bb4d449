import type { Log } from '../src/runtime/log.ts';

/** A log that stores its messages. */
export function silentLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (message: string): void => {
    lines.push(message);
  };
  return { lines, info: keep, warn: keep, error: keep };
}
