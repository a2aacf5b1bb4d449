import { mkdir, open, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { isRoot } from './osUser.ts';

/** A data directory locked for exclusive use by this process. */
export interface DataDirectoryLock {
  /** Absolute, without symbolic links. */
  readonly directory: string;
  /** Stores this server's address, for the message when a second one starts. */
  announce(address: string): Promise<void>;
  /** Records that the lock will be released soon, so that the next start waits instead of failing. */
  announceStop(): Promise<void>;
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly address?: string;
  readonly stopping?: boolean;
}

/** Maximum wait of a start for a stopping server, and polling interval. */
const STOPPING_MS = { most: 30_000, step: 100 };

/**
 * Creates the data directory if missing, and locks it. The lock is the operating system's, taken through SQLite (Node has no API
 * for it): it ends with the process in every case, so that no lock can be stale. Throws a sentence with process and address when
 * another server holds it.
 */
export async function lockDataDirectory(path: string): Promise<DataDirectoryLock> {
  // Root's directory permits traversal, because PostgreSQL runs as another user; only root can list it.
  await mkdir(resolve(path), { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const directory = await realpath(path);
  const file = await openLockFile(join(directory, 'server.lock'));
  const holderFile = join(directory, 'server.json');
  file.exec('PRAGMA locking_mode = EXCLUSIVE');
  const giveUpAt = performance.now() + STOPPING_MS.most;
  while (!begin(file)) {
    const holder = await readHolder(holderFile);
    if (!holder?.stopping || performance.now() > giveUpAt) {
      file.close();
      throw new Error(inUse(directory, holder));
    }
    await wait(STOPPING_MS.step);
  }
  const write = async (holder: Holder) => {
    await writeFile(`${holderFile}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    await rename(`${holderFile}.new`, holderFile);
  };
  await write({ pid: process.pid });
  /** Only for a second start's message: a full disk must not keep a server from stopping. */
  const writeUnlessFull = (holder: Holder) =>
    write(holder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
  return {
    directory,
    announce: (address) => writeUnlessFull({ pid: process.pid, address }),
    announceStop: () => writeUnlessFull({ pid: process.pid, stopping: true }),
    release: () => {
      if (file.isOpen) file.close();
    },
  };
}

/** Created here first, because SQLite would make it readable by everybody. */
async function openLockFile(path: string): Promise<DatabaseSync> {
  await (await open(path, 'a', 0o600)).close();
  return new DatabaseSync(path);
}

/** False when another process holds the lock. */
function begin(file: DatabaseSync): boolean {
  try {
    file.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    file.close();
    throw error;
  }
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function inUse(directory: string, holder: Holder | undefined): string {
  const who = holder
    ? ` (process ${holder.pid}, ${holder.address ? `at ${holder.address}` : 'still starting'})`
    : '';
  return (
    `A Scout server${who} uses the data directory ${directory} already. ` +
    'Stop it first, or set SCOUT_DATA_DIR to another folder.'
  );
}
