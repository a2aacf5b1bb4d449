import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileInTar } from '@scout/agent-release/formats/tar';

/** Version of Bun that compiles agents. */
export const BUN_VERSION = '1.4.5';

/** A Bun runtime for agents, with the integrity of its npm package. */
interface Runtime {
  /** The package, `@oven/bun-<this>`. */
  readonly name: string;
  /** Name for `bun build --target`. */
  readonly target: string;
  readonly program: 'bun' | 'bun.exe';
  readonly integrity: string;
}

export const runtimes = {
  'windows-x64': {
    name: 'windows-x64',
    target: 'bun-windows-x64',
    program: 'bun.exe',
    integrity:
      'sha512-FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==',
  },
  'macos-x64': {
    name: 'darwin-x64',
    target: 'bun-darwin-x64',
    program: 'bun',
    integrity:
      'sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  },
  'macos-arm64': {
    name: 'darwin-aarch64',
    target: 'bun-darwin-arm64',
    program: 'bun',
    integrity:
      'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  },
  'linux-x64': {
    name: 'linux-x64',
    target: 'bun-linux-x64',
    program: 'bun',
    integrity:
      'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  },
  'linux-arm64': {
    name: 'linux-aarch64',
    target: 'bun-linux-arm64',
    program: 'bun',
    integrity:
      'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  },
} as const satisfies Record<string, Runtime>;

export type RuntimeName = keyof typeof runtimes;

/** The runtime of the build machine, which compiles for all others. */
export function hostRuntime(): RuntimeName {
  const systems: Partial<Record<NodeJS.Platform, string>> = {
    win32: 'windows',
    darwin: 'macos',
    linux: 'linux',
  };
  const name = `${systems[process.platform]}-${process.arch}`;
  if (Object.hasOwn(runtimes, name)) return name as RuntimeName;
  throw new Error(`Agents cannot be built on ${process.platform} ${process.arch}.`);
}

/**
 * The path of a runtime's program, from the cache or downloaded by npm. npm would not install packages of other operating
 * systems; `npm pack` downloads any, from npm's configured registry. The download must match the integrity above.
 */
export async function fetchRuntime(cache: string, name: RuntimeName): Promise<string> {
  const runtime = runtimes[name];
  const folder = join(cache, `bun-${BUN_VERSION}-${runtime.name}`);
  const program = join(folder, runtime.program);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, '.fetch-'));
  try {
    const name = `@oven/bun-${runtime.name}@${BUN_VERSION}`;
    await npm(['pack', name, '--pack-destination', work, '--silent'], work);
    const tarball = join(work, `oven-bun-${runtime.name}-${BUN_VERSION}.tgz`);
    const found = `sha512-${await digest(tarball)}`;
    if (found !== runtime.integrity) {
      throw new Error(`${name} is not what it should be: integrity ${found}, expected ${runtime.integrity}`);
    }
    const content = fileInTar(gunzipSync(await readFile(tarball)), `package/bin/${runtime.program}`);
    await mkdir(join(work, 'unpacked'));
    await writeFile(join(work, 'unpacked', runtime.program), content);
    await chmod(join(work, 'unpacked', runtime.program), 0o755);
    await rename(join(work, 'unpacked'), folder).catch((error: unknown) => {
      // Another build was first; its file matches the same integrity.
      if (!existsSync(program)) throw error;
    });
    return program;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function npm(args: readonly string[], cwd: string): Promise<void> {
  const { npm_execpath } = process.env;
  const [command, first] = npm_execpath ? [process.execPath, [npm_execpath]] : ['npm', []];
  const shell = process.platform === 'win32' && !npm_execpath;
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd, shell, stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    child.stderr.on('data', (chunk) => {
      words += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args.slice(0, 2).join(' ')} failed: ${words.trim()}`)),
    );
  });
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('base64');
}
