import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COMPILER = 'x86_64-w64-mingw32-gcc';
const hasCompiler = (): boolean => spawnSync(COMPILER, ['--version']).status === 0;

/** Why there is no service host, in a sentence to act on. */
export class NoCompiler extends Error {
  constructor() {
    super(
      `Not built: scout-agent-latest.exe needs ${COMPILER}. On Debian: sudo apt-get install gcc-mingw-w64-x86-64-win32.`,
    );
  }
}

/**
 * The small program that Windows starts as the service, compiled from windows/serviceHost.c. Where the compiler is missing,
 * it is installed if that is allowed and this is root on Debian.
 * @throws NoCompiler
 */
export async function compileServiceHost(work: string, mayInstall: boolean): Promise<Buffer> {
  if (!hasCompiler()) {
    if (!mayInstall || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
      throw new NoCompiler();
    const apt = (...args: string[]) =>
      run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    try {
      await apt('update', '-qq');
      await apt('install', '-y', '-qq', '--no-install-recommends', 'gcc-mingw-w64-x86-64-win32');
    } catch {
      throw new NoCompiler();
    }
    if (!hasCompiler()) throw new NoCompiler();
  }
  const out = join(work, 'scout-service.exe');
  const source = join(import.meta.dirname, 'windows', 'serviceHost.c');
  const strict = ['-Wall', '-Wextra', '-Werror'];
  await run(COMPILER, [
    '-municode',
    '-Os',
    '-s',
    ...strict,
    '-Wl,--no-insert-timestamp',
    '-o',
    out,
    source,
    '-ladvapi32',
  ]);
  return readFile(out);
}
