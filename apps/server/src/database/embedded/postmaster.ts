import { execFileSync } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * True if a PostgreSQL server runs on this data folder, by its postmaster.pid.
 * - none: no such file, or its process is gone (PostgreSQL clears that up itself)
 * - stale: the process number now belongs to something else, which must not be signalled
 * - running
 */
export async function livePostmaster(data: string): Promise<'none' | 'stale' | 'running'> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !isAlive(pid)) return 'none';
  return (await isPostmasterOf(pid, data)) ? 'running' : 'stale';
}

/**
 * Resolves when no session of a killed postmaster is left on the data folder: they end by themselves when they notice, and a
 * new server must not write beside them. Where there is no /proc, PostgreSQL's own check of its shared memory has to do.
 */
export async function untilSessionsEnded(data: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const folder = await realpath(data);
  for (;;) {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    // An unreaped zombie has no folder any more.
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

/** A postmaster works in its data folder; elsewhere than on Linux its command line has to do. */
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
