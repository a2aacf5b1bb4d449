import { randomFillSync } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const MIB = 1024 * 1024;
/** Enough for the database to recover, for thousands of sign-ins and for what people do to free up space. */
const RESERVE_BYTES = 96 * MIB;
/** Free space from which the reserve is made: never so that it makes the disk full itself. */
const PLENTY_BYTES = 4 * RESERVE_BYTES;
/** Free space below which it is given up: the database needs 16 MiB at once for its log. */
const OUT_BYTES = 24 * MIB;
const LOOK_EVERY_MS = 1_000;
/** Time between two lines of the log about the same disk. */
const SAY_AGAIN_MS = 10 * 60_000;

/** Space on the database's disk that is given up when there is no other. */
export interface Reserve {
  /** Looks at the disk at once. @returns true if the reserve was given up */
  lookNow(): Promise<boolean>;
  stop(): void;
}

const pathOf = (base: string): string => join(base, 'reserve');

/** Removes the reserve of a database in this folder, if there is one. @returns true if there was */
export async function giveReserveUp(base: string): Promise<boolean> {
  return await rm(pathOf(base)).then(
    () => true,
    () => false,
  );
}

/** Gives the reserve up before a start on a full disk, which could not begin. */
export async function freeReserveToStart(base: string): Promise<void> {
  if ((await freeBytes(base)) < OUT_BYTES) await giveReserveUp(base);
}

/** Unknown is plenty: what follows reports its own error. */
const freeBytes = async (folder: string): Promise<number> =>
  await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );

/**
 * Keeps a file on the database's disk, deletes it when the disk is full, so that sign-in, reading and freeing up space go on, and
 * makes it again when there is plenty of space. Tells in the log when space is low, with the folder and what to do.
 * @param lowBytes free space below which ingest is refused
 */
export function keepReserve(
  base: string,
  lowBytes: number,
  log: Record<'info' | 'warn' | 'error', (message: string) => void>,
): Reserve {
  let saidAt: number | undefined;
  let isMade = false;
  let looking: Promise<boolean> | undefined;

  function sayLow(free: number): void {
    if (saidAt !== undefined && performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    log.warn(
      `The disk of ${base} is low: ${Math.floor(free / MIB)} MiB are free, and below ${Math.floor(lowBytes / MIB)} MiB ` +
        '(SCOUT_DISK_RESERVE_GB) no events are accepted. Free up space there, or move the folder to a larger disk.',
    );
  }

  async function look(): Promise<boolean> {
    const free = await freeBytes(base);
    if (free < lowBytes) sayLow(free);
    else if (saidAt !== undefined) {
      saidAt = undefined;
      log.info(`The disk of ${base} has enough space again.`);
    }
    if (free < OUT_BYTES) {
      isMade = false;
      if (!(await giveReserveUp(base))) return false;
      log.error(
        `The disk of ${base} is full. Its reserve of ${RESERVE_BYTES / MIB} MiB was given up, so that people can sign in and free up ` +
          'space. Free up space there now: the database stops when the disk is full again.',
      );
      return true;
    }
    if (!isMade && free >= PLENTY_BYTES && free - RESERVE_BYTES >= lowBytes) isMade = await make(base);
    return false;
  }

  const lookNow = (): Promise<boolean> => {
    looking ??= look()
      .catch(() => false)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  void lookNow();
  const timer = setInterval(() => void lookNow(), LOOK_EVERY_MS).unref();
  return { lookNow, stop: () => clearInterval(timer) };
}

/** Filled with random bytes, which take up space on every file system. @returns true if it is complete */
async function make(base: string): Promise<boolean> {
  const path = pathOf(base);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === RESERVE_BYTES) return true;
  const partial = `${path}.new`;
  try {
    const file = await open(partial, 'w', 0o600);
    try {
      const chunk = Buffer.alloc(MIB);
      for (let written = 0; written < RESERVE_BYTES; written += chunk.length)
        await file.write(randomFillSync(chunk));
    } finally {
      await file.close();
    }
    await rename(partial, path);
    return true;
  } catch {
    await rm(partial, { force: true });
    return false;
  }
}
