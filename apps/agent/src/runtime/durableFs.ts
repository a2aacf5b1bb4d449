import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Disk operations behind the guarantees of the state directory, as single steps, so that a test can crash between any two of
 * them. Files are private to the agent's user (0600, folders 0700).
 */
export interface DurableFs {
  /** Creates a folder and its parents, durable on return; no effect if it exists. */
  makeDirectory(path: string): Promise<void>;
  /** Names in a folder, in no particular order. */
  list(path: string): Promise<string[]>;
  /** Size of a file in bytes. Rejects with `ENOENT` for a missing file. */
  size(path: string): Promise<number>;
  readFile(path: string): Promise<Buffer<ArrayBuffer>>;
  /** Up to `length` bytes from the file's start. */
  readStart(path: string, length: number): Promise<Buffer>;
  /** Creates a file with this content and syncs it; its name may still be lost. */
  writeSynced(path: string, parts: readonly Uint8Array[]): Promise<void>;
  /** Replaces a file with the new name. Durable only after {@link syncDirectory}. */
  rename(from: string, to: string): Promise<void>;
  /** Forces a folder's names to disk. */
  syncDirectory(path: string): Promise<void>;
  /** Removes a file; no effect if it is missing. */
  remove(path: string): Promise<void>;
}

const NO_SUCH_CALL: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

export const nodeFs: DurableFs = {
  async makeDirectory(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // Each new folder is an entry of its parent.
    for (let made = resolve(path); made.length >= resolve(first).length; made = dirname(made)) {
      await this.syncDirectory(dirname(made));
    }
  },
  list: (path) => readdir(path),
  async size(path) {
    return (await stat(path)).size;
  },
  readFile: (path) => readFile(path),
  async readStart(path, length) {
    const handle = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  },
  async writeSynced(path, parts) {
    await rm(path, { force: true });
    const handle = await open(path, 'wx', 0o600);
    try {
      for (const part of parts) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename: (from, to) => rename(from, to),
  async syncDirectory(path) {
    // Not available on Windows: NTFS journals renames.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } catch (error) {
      // Some network file systems do not support it either.
      if (!NO_SUCH_CALL.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    } finally {
      await handle.close();
    }
  },
  async remove(path) {
    await rm(path, { force: true });
  },
};
