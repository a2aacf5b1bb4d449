import { mkdir, open, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isRoot } from './account.ts';

/** A data directory that this process, and no other, may use. */
export interface DataDirectoryLock {
  /** Absolute, without symbolic links. */
  readonly directory: string;
  /** Says where this server is reached, for the message to whoever starts a second one. */
  announce(address: string): Promise<void>;
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly address?: string;
}

/**
 * Makes the data directory if it is not there, and locks it. The lock is the operating system's, taken through SQLite (Node has no call
 * of its own for it): it ends with the process, however that ends, so there is no stale lock to judge. Throws a sentence
 * naming process and address when another server holds it.
 */
export async function lockDataDirectory(path: string): Promise<DataDirectoryLock> {
  // Root's lets others pass through, because PostgreSQL runs as another user; nobody but root can list it.
  await mkdir(resolve(path), { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const directory = await realpath(path);
  const file = await openLockFile(join(directory, 'server.lock'));
  const holderFile = join(directory, 'server.json');
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    throw new Error(inUse(directory, await readHolder(holderFile)), { cause: error });
  }
  const write = async (holder: Holder) => {
    await writeFile(`${holderFile}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    await rename(`${holderFile}.new`, holderFile);
  };
  await write({ pid: process.pid });
  return {
    directory,
    announce: (address) => write({ pid: process.pid, address }),
    release: () => {
      if (file.isOpen) file.close();
    },
  };
}

/** Made by us first, because SQLite would make it readable by everybody. */
async function openLockFile(path: string): Promise<DatabaseSync> {
  await (await open(path, 'a', 0o600)).close();
  return new DatabaseSync(path);
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
