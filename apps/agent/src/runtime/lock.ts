import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Failure } from './failure.ts';

/** The owner of a state directory. Process ids are reused, so the id alone does not identify it. */
interface Holder {
  readonly pid: number;
  /** Linux: the process's start in clock ticks since boot, from /proc. Elsewhere: when the machine was started. */
  readonly started: string;
  /** Distinguishes two processes that take over the lock at the same time. */
  readonly nonce: string;
}

const FILE = 'lock';
/** Tolerates clock changes; a machine is not booted twice within this time. */
const BOOT_TOLERANCE_MS = 120_000;
/** Long enough for another agent that found the same stale lock to write its own. */
const TAKEOVER_PAUSE_MS = 100;
const UNREADABLE_TRIES = 10;

/** Start time of a process as reported by the operating system. Null for a missing process, and for an unreaped zombie. */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    // The second field, the command in brackets, may contain anything; the state is the third, the start the 22nd.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
    const ended = fields[0] === 'Z' || fields[0] === 'X';
    return ended ? null : (fields[19] ?? null);
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  return String(Math.round(Date.now() - uptime() * 1000));
}

async function isAlive(holder: Holder): Promise<boolean> {
  const started = await startOf(holder.pid);
  if (started === null) return false;
  if (process.platform === 'linux') return started === holder.started;
  return Math.abs(Number(started) - Number(holder.started)) < BOOT_TOLERANCE_MS;
}

/** The holder in a lock file; null without one, 'unreadable' while it is being written. */
async function readHolder(path: string): Promise<Holder | 'unreadable' | null> {
  try {
    const { pid, started, nonce } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' && typeof started === 'string' && typeof nonce === 'string'
      ? { pid, started, nonce }
      : 'unreadable';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'unreadable';
  }
}

/** Creates the lock file; false if it exists. */
async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.writeFile(JSON.stringify(holder));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process id that holds a state directory, for `status`. */
export async function lockHolder(folder: string): Promise<number | null> {
  const holder = await readHolder(join(folder, FILE));
  return holder !== null && holder !== 'unreadable' && (await isAlive(holder)) ? holder.pid : null;
}

/**
 * Locks a state directory for this process; takes over the lock of a terminated process. Resolves to the unlock function.
 * @throws {Failure} when another agent holds it.
 */
export async function lock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, FILE);
  const self: Holder = { pid: process.pid, started: (await startOf(process.pid)) ?? '', nonce: randomUUID() };
  let unreadable = 0;
  let tookOver = false;
  while (!(await create(path, self))) {
    const holder = await readHolder(path);
    if (holder === 'unreadable' && unreadable < UNREADABLE_TRIES) {
      unreadable += 1;
      await sleep(TAKEOVER_PAUSE_MS);
      continue;
    }
    if (holder !== null && holder !== 'unreadable' && (await isAlive(holder))) {
      throw new Failure(`another agent (process ${holder.pid}) uses ${folder}`, exitCodes.locked);
    }
    await rm(path, { force: true });
    tookOver = true;
  }
  if (tookOver) {
    await sleep(TAKEOVER_PAUSE_MS);
    const winner = await readHolder(path);
    if (winner === null || winner === 'unreadable' || winner.nonce !== self.nonce) {
      throw new Failure(`another agent uses ${folder}`, exitCodes.locked);
    }
  }
  return () => rm(path, { force: true });
}
