import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';

/** What a log may grow to; its predecessor is kept beside it. */
export const LOG_BYTES = 5 * 1024 * 1024;

/** `agent.log` becomes `agent.old.log`. */
export const predecessorOf = (path: string): string => path.replace(/(\.[^./\\]*)?$/, '.old$1');

/**
 * Keeps the file small that a service manager gave as standard error, opened for appending: to be called after every line. What it held is
 * copied and the file emptied, since whoever holds it open cannot be given another; so what a crash says lands in it too.
 */
export function keepLogSmall(path: string, limitBytes: number = LOG_BYTES): void {
  try {
    if (statSync(path).size <= limitBytes) return;
    keepPredecessor(path);
    truncateSync(path);
  } catch {
    // A log is no reason to stop collecting.
  }
}

function keepPredecessor(path: string): void {
  const old = predecessorOf(path);
  try {
    rmSync(old, { force: true });
    copyFileSync(path, old);
  } catch {
    // Room on the disk is worth more than an old log.
  }
}
