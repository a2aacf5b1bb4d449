import { execFileSync } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * State of the PostgreSQL server of this data directory, by its postmaster.pid.
 * - none: no such file, or its process has exited (PostgreSQL cleans that up itself)
 * - stale: the process id now belongs to another process, which must not be signaled
 * - running
 */
export async function livePostmaster(data: string): Promise<'none' | 'stale' | 'running'> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !isAlive(pid)) return 'none';
  return (await isPostmasterOf(pid, data)) ? 'running' : 'stale';
}

/**
 * Resolves when a killed postmaster has no session left on the data directory: sessions end by themselves, and a new server must
 * not write at the same time. Without /proc, PostgreSQL's own check of its shared memory applies.
 */
export async function untilSessionsEnded(data: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const folder = await realpath(data);
  for (;;) {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    // An unreaped zombie has no directory.
    const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)));
    if (!folders.includes(folder)) return;
    await delay(25);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A postmaster's working directory is its data directory; outside Linux its command line is compared. */
async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const executable = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (executable === undefined || directory === undefined) return false;
    return (
      basename(executable.replace(/ \(deleted\)$/, '')) === 'postgres' && directory === (await realpath(data))
    );
  }
  const [file, args] =
    process.platform === 'win32'
      ? [
          'powershell',
          [
            '-NoProfile',
            '-Command',
            `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`,
          ],
        ]
      : ['ps', ['-o', 'command=', '-p', String(pid)]];
  try {
    return execFileSync(file as string, args as string[], { encoding: 'utf8' }).includes(data);
  } catch {
    return false;
  }
}
