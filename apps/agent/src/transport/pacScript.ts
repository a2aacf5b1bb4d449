import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createPacResolver } from 'pac-resolver';
import { QuickJS } from 'quickjs-wasi';

const MEMORY_BYTES = 32 * 1024 * 1024;
/** Longer than the agent waits: a script that never ends must end also when the agent is gone. */
const LONGEST_MS = 10_000;

/**
 * Runs a PAC file's `FindProxyForURL` in an interpreter without files and network, except for the names that PAC functions resolve.
 * @throws when the script fails, or runs for longer than `longestMs`
 */
export async function findProxy(script: string, url: string, longestMs = LONGEST_MS): Promise<string> {
  const end = performance.now() + longestMs;
  const interpreter = await QuickJS.create({
    wasm: await interpreterFile(),
    memoryLimit: MEMORY_BYTES,
    interruptHandler: () => performance.now() > end,
  });
  return createPacResolver(interpreter, script)(url);
}

/** The interpreter (WebAssembly): part of the compiled program, otherwise a file of its package. */
async function interpreterFile(): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  const { embeddedFiles = [] } = (globalThis as { Bun?: { embeddedFiles?: readonly File[] } }).Bun ?? {};
  const embedded = embeddedFiles.find(({ name }) => name.includes('quickjs'));
  if (embedded !== undefined) return embedded.arrayBuffer();
  const folder = dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json'));
  return new Uint8Array(await readFile(join(folder, 'quickjs.wasm')));
}
