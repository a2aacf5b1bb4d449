import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { FilePosition } from '../../spool/position.ts';

/** An open log file: it stays the same file when it is renamed or another one gets its name. */
export interface OpenLog {
  readonly path: string;
  readonly handle: FileHandle;
  readonly device: string;
  readonly inode: string;
}

/** Bytes at each end of the data read that form the fingerprint. */
const FINGERPRINT_BYTES = 512;

/** Opens a log for reading; null if it is missing. */
export async function openLog(path: string): Promise<OpenLog | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const { dev, ino } = await handle.stat({ bigint: true });
  return { path, handle, device: String(dev), inode: String(ino) };
}

export const isSameFile = (
  a: { device: string; inode: string },
  b: { device: string; inode: string },
): boolean => a.device === b.device && a.inode === b.inode;

/** Up to `length` bytes at `offset`; fewer only at the file's end. */
export async function readAt(log: OpenLog, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await log.handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The hash of the first and last {@link FINGERPRINT_BYTES} bytes before `at`. Appending does not change it. */
export async function fingerprint(log: OpenLog, at: number): Promise<FilePosition['fingerprint']> {
  const length = Math.min(at, FINGERPRINT_BYTES);
  const first = await readAt(log, 0, length);
  const last = await readAt(log, at - length, length);
  return { at, hash: createHash('sha256').update(first).update(last).digest('hex') };
}

export async function sizeOf(log: OpenLog): Promise<number> {
  return (await log.handle.stat()).size;
}

/** True when the file still begins with the data read from it: it may have grown, but was not truncated or replaced. */
export async function continues(log: OpenLog, position: FilePosition): Promise<boolean> {
  if ((await sizeOf(log)) < position.offset) return false;
  return (await fingerprint(log, position.fingerprint.at)).hash === position.fingerprint.hash;
}
