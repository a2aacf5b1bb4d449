import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of the calling thread alone, so that requests come first where processors are scarce. Only Linux has
 * priorities of threads; where it may not be lowered, the thread keeps that of its process.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
  } catch {
    // A confined service may not: the trial only competes with requests then.
  }
}
