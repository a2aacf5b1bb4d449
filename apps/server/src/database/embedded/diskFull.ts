import { statfs } from 'node:fs/promises';

/** A segment of PostgreSQL's log, without room for which it cannot go on. */
const SEGMENT_BYTES = 16 * 1024 * 1024;

const fullDisk = (directory: string, cause?: unknown): Error =>
  new Error(
    `The disk of ${directory} is full, so the database cannot go on. Free some space there and start again; ` +
      'what was acknowledged is kept.',
    { cause },
  );

/** Names a full disk as the cause of a start that failed; returns any other error unchanged. */
export function explainedDisk(error: unknown, directory: string): unknown {
  return error instanceof Error && /No space left on device|ENOSPC/i.test(error.message)
    ? fullDisk(directory, error)
    : error;
}

/** Why the database that keeps its files there ended by itself, as far as can be seen. */
export async function reasonOfEnd(directory: string): Promise<Error> {
  const room = await statfs(directory).catch(() => undefined);
  return room && room.bavail * room.bsize < SEGMENT_BYTES
    ? fullDisk(directory)
    : new Error('The embedded database ended unexpectedly.');
}
