import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTool, leaveOut } from '../../../../scripts/testTools.mjs';

/** Wine 8 lacks a library that Bun needs for random numbers; this replaces it. */
const RANDOM = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T bytes) { return SystemFunction036(data, (ULONG)bytes); }
`;

/** A separate Windows environment in a folder, by Wine. Its services run while it is open. */
export class Wine implements AsyncDisposable {
  readonly #prefix: string;
  #session: ReturnType<typeof spawn> | null = null;

  private constructor(prefix: string) {
    this.#prefix = prefix;
  }

  static isThere(): boolean {
    if (process.arch !== 'x64') {
      leaveOut('the agent on Windows', `its programs do not run on ${process.arch}`);
      return false;
    }
    // Both are checked, so that the message names every missing one.
    return [hasTool('wine'), hasTool('x86_64-w64-mingw32-gcc')].every(Boolean);
  }

  static async open(): Promise<Wine> {
    const wine = new Wine(await mkdtemp(join(tmpdir(), 'scout-wine-')));
    const start = await wine.run('cmd', '/c', 'ver');
    if (start.code !== 0) throw new Error(`Wine does not start: ${start.said}`);
    const source = join(wine.#prefix, 'random.c');
    await writeFile(source, RANDOM);
    const library = wine.path('windows/system32/bcryptprimitives.dll');
    const built = spawnSync('x86_64-w64-mingw32-gcc', ['-shared', '-o', library, source, '-ladvapi32'], {
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new Error(built.stderr);
    await mkdir(wine.path('dl'), { recursive: true });
    // Wine ends its services when no program is running.
    wine.#session = wine.#spawn(['cmd', '/c', 'ping -n 600 127.0.0.1 >nul']);
    return wine;
  }

  /** Path of a file on drive C. */
  path(below: string): string {
    return join(this.#prefix, 'drive_c', below);
  }

  run(...words: string[]): Promise<{ code: number | null; said: string }> {
    const child = this.#spawn(words);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, said }));
    });
  }

  async ok(...words: string[]): Promise<string> {
    const { code, said } = await this.run(...words);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${said}`);
    return said;
  }

  #spawn(words: readonly string[]) {
    const env = {
      ...process.env,
      WINEPREFIX: this.#prefix,
      WINEDEBUG: '-all',
      WINEARCH: 'win64',
      DISPLAY: '',
    };
    return spawn('wine', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const env = { ...process.env, WINEPREFIX: this.#prefix };
    // Ends the programs of this prefix, and of no other.
    spawnSync(wineServer(), ['-k'], { env });
    spawnSync(wineServer(), ['-w'], { env, timeout: 20_000 });
    this.#session?.kill();
    await rm(this.#prefix, { recursive: true, force: true, maxRetries: 5 });
  }
}

const wineServer = (): string =>
  ['wineserver', '/usr/lib/wine/wineserver64', '/usr/lib/wine/wineserver'].find(
    (path) => spawnSync('sh', ['-c', `command -v ${path}`]).status === 0,
  ) ?? 'wineserver';
