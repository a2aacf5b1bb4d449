import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from './binaries.ts';
import { type ClusterOptions, dataOf } from './options.ts';
import { livePostmaster } from './postmaster.ts';

/** Stops any server of the cluster: gracefully, then immediately. Resolves when it has exited. */
export async function stopServer(options: ClusterOptions): Promise<void> {
  const data = dataOf(options);
  const stop = (mode: string, seconds: number) =>
    run(options, 'pg_ctl', ['stop', `--pgdata=${data}`, `--mode=${mode}`, '--wait', `--timeout=${seconds}`]);
  try {
    await stop('fast', 60);
  } catch (error) {
    if ((await livePostmaster(data)) !== 'running') return;
    await stop('immediate', 20).catch(() => {
      throw error;
    });
  }
}

/** Runs a program of the installation to its end. Throws with its output on failure. */
export async function run(
  options: ClusterOptions,
  name: 'initdb' | 'pg_ctl',
  args: readonly string[],
): Promise<void> {
  const child = spawn(program(options.binaries, name), args, {
    ...options.osUser,
    cwd: options.base,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${signal ?? `status ${code}`}:\n${output.trim()}`);
}

/** Without this process's PGDATA, PGOPTIONS and locale settings, which would change the programs' behavior. */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C' };
}
