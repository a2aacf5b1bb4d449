import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * The few steps on disk that the state directory's guarantees rest on, one by one, so that a test can end the world
 * between any two of them. Files are private to the agent's user (0600, folders 0700).
 */
export interface DurableFs {
  /** Makes a folder and those above it, durable on return; fine when it is there. */
  makeDirectory(path: string): Promise<void>;
  /** Names in a folder, in no order. */
  list(path: string): Promise<string[]>;
  /** Bytes of a file. Rejects with `ENOENT` when there is none. */
  size(path: string): Promise<number>;
  readFile(path: string): Promise<Buffer<ArrayBuffer>>;
  /** Up to `length` bytes from the file's start. */
  readStart(path: string, length: number): Promise<Buffer>;
  /** Makes a new file with this content and forces the content to disk; its name may still be lost. */
  writeSynced(path: string, parts: readonly Uint8Array[]): Promise<void>;
  /** Replaces what has the new name. Durable only after {@link syncDirectory}. */
  rename(from: string, to: string): Promise<void>;
  /** Forces a folder's names to disk. */
  syncDirectory(path: string): Promise<void>;
  /** Removes a file; fine when there is none. */
  remove(path: string): Promise<void>;
}

const NO_SUCH_CALL: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

export const nodeFs: DurableFs = {
  async makeDirectory(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // Each new folder is a name in the one above it.
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
    // Windows has no such call: NTFS journals a rename itself.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } catch (error) {
      // Some network file systems have no such call either.
      if (!NO_SUCH_CALL.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    } finally {
      await handle.close();
    }
  },
  async remove(path) {
    await rm(path, { force: true });
  },
};
