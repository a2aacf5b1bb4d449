import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';

/** Maximum size of a log file; the previous one is kept beside it. */
export const LOG_BYTES = 5 * 1024 * 1024;

/** `agent.log` becomes `agent.old.log`. */
export const predecessorOf = (path: string): string => path.replace(/(\.[^./\\]*)?$/, '.old$1');

/**
 * Limits the file that a service manager opened as standard error for appending; must be called after every line. Its content is
 * copied and the file truncated, because the open file cannot be replaced; so the output of a crash is also kept.
 */
export function keepLogSmall(path: string, limitBytes: number = LOG_BYTES): void {
  try {
    if (statSync(path).size <= limitBytes) return;
    keepPredecessor(path);
    truncateSync(path);
  } catch {
    // A log error must not stop collection.
  }
}

function keepPredecessor(path: string): void {
  const old = predecessorOf(path);
  try {
    rmSync(old, { force: true });
    copyFileSync(path, old);
  } catch {
    // Disk space matters more than an old log.
  }
}
