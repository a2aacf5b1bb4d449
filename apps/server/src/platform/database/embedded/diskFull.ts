import { statfs } from 'node:fs/promises';

/** Size of a PostgreSQL log segment; without space for one it cannot continue. */
const SEGMENT_BYTES = 16 * 1024 * 1024;

const fullDisk = (directory: string, cause?: unknown): Error =>
  new Error(
    `The disk of ${directory} is full, so the database has stopped. Free up space there: it then continues, or restarts ` +
      'with all acknowledged data.',
    { cause },
  );

/** Reports a full disk as the cause of a failure, in whichever words it was met; returns any other error unchanged. */
export function explainedDisk(error: unknown, directory: string): unknown {
  return error instanceof Error &&
    /No space left on device|ENOSPC|database or disk is full/i.test(error.message)
    ? fullDisk(directory, error)
    : error;
}

/** Cause of the unexpected exit of the database in this directory, if it can be determined. */
export async function reasonOfEnd(directory: string): Promise<Error> {
  const space = await statfs(directory).catch(() => undefined);
  return space && space.bavail * space.bsize < SEGMENT_BYTES
    ? fullDisk(directory)
    : new Error('The embedded database ended unexpectedly.');
}
