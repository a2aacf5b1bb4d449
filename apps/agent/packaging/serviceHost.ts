import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Debian's package gcc-mingw-w64-x86-64-win32. */
export const COMPILER = 'x86_64-w64-mingw32-gcc';
const LINKER = 'x86_64-w64-mingw32-ld';

/** Folder of the source, the committed program and its record. */
export const serviceHostFolder = join(import.meta.dirname, 'windows');
export const serviceHostFiles = {
  source: 'serviceHost.c',
  program: 'scout-service.exe',
  record: 'scout-service.json',
} as const;

/** `scout-service.json`: source and tools of the committed program. Hashes are hexadecimal. */
export interface ServiceHostRecord {
  readonly sha256: string;
  readonly source_sha256: string;
  /** Versions of compiler, linker and C runtime: the same versions give the same bytes. */
  readonly tools: string;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The source's hash, independent of line ends in the checkout. */
export const sourceHash = (source: Buffer): string =>
  sha256Of(Buffer.from(source.toString('utf8').replaceAll('\r\n', '\n')));

/**
 * The small committed program that Windows starts as the service.
 * @throws Error when it does not match the record, or the source has changed since
 */
export async function readServiceHost(folder = serviceHostFolder): Promise<Buffer> {
  const read = (name: keyof typeof serviceHostFiles) => readFile(join(folder, serviceHostFiles[name]));
  const record = JSON.parse((await read('record')).toString('utf8')) as ServiceHostRecord;
  const program = await read('program');
  if (sha256Of(program) !== record.sha256)
    throw new Error(
      `${serviceHostFiles.program} is not the program that its record names. Check it out again.`,
    );
  if (sourceHash(await read('source')) !== record.source_sha256)
    throw new Error(
      `${serviceHostFiles.source} has changed since ${serviceHostFiles.program} was compiled. Run npm run build:host.`,
    );
  return program;
}

/** Compiles the program. Needs the compiler. */
export async function compileServiceHost(): Promise<Buffer> {
  const work = await mkdtemp(join(tmpdir(), 'scout-service-host-'));
  try {
    const out = join(work, serviceHostFiles.program);
    await run(COMPILER, [
      '-municode',
      '-Os',
      '-s',
      ...['-Wall', '-Wextra', '-Werror'],
      '-Wl,--no-insert-timestamp',
      '-o',
      out,
      join(serviceHostFolder, serviceHostFiles.source),
      '-ladvapi32',
    ]);
    return await readFile(out);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Versions of compiler, linker and C runtime on this machine. */
export async function describeTools(): Promise<string> {
  const firstLine = async (program: string) =>
    (await run(program, ['--version'])).stdout.split('\n')[0]!.trim();
  const { stdout } = await run(COMPILER, [
    '-E',
    '-dM',
    '-include',
    '_mingw.h',
    '-x',
    'c',
    process.platform === 'win32' ? 'NUL' : '/dev/null',
  ]);
  const runtime = (name: string) => new RegExp(`#define ${name} (\\d+)`).exec(stdout)?.[1];
  return [
    await firstLine(COMPILER),
    await firstLine(LINKER),
    `mingw-w64 ${runtime('__MINGW64_VERSION_MAJOR')}.${runtime('__MINGW64_VERSION_MINOR')}.${runtime('__MINGW64_VERSION_BUGFIX')}`,
  ].join(', ');
}
