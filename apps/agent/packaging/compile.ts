import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signAdHoc } from '@scout/agent-release/formats/machoSignature';
import { setVersionResource } from '@scout/agent-release/formats/versionResource';
import { notices } from '../src/cli/notices.ts';
import { BUN_VERSION, fetchRuntime, hostRuntime, type RuntimeName, runtimes } from './runtimes.ts';

const run = promisify(execFile);
const agent = join(import.meta.dirname, '..');

/** Compiles the agent for one operating system: the program's bytes, reproducible from the same sources. */
export async function compile(
  target: RuntimeName,
  { cache, work, version }: { cache: string; work: string; version: string },
): Promise<Buffer> {
  const bun = await fetchRuntime(cache, hostRuntime());
  const runtime = await fetchRuntime(cache, target);
  const out = join(work, `scout-agent-${target}${target.startsWith('windows') ? '.exe' : ''}`);
  // No file beside the program may change its behavior, hence the two --no-compile-autoload.
  await run(
    bun,
    [
      'build',
      'src/main.ts',
      // The interpreter of PAC files, as a file in the program.
      fileURLToPath(import.meta.resolve('quickjs-wasi/package.json').replace('package.json', 'quickjs.wasm')),
      '--compile',
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      // A command loads its own part alone.
      '--splitting',
      // Earlier heap collection: a quarter less resident memory, for slightly more time.
      '--compile-exec-argv=--smol',
      '--minify-syntax',
      '--minify-whitespace',
      '--define',
      `process.env.SCOUT_AGENT_VERSION=${JSON.stringify(version)}`,
      '--define',
      `process.env.SCOUT_AGENT_NOTICES=${JSON.stringify(notices())}`,
      `--target=${runtimes[target].target}-v${BUN_VERSION}`,
      `--compile-executable-path=${runtime}`,
      '--outfile',
      out,
    ],
    { cwd: agent, env: { ...process.env, DO_NOT_TRACK: '1' } },
  );
  const program = await readFile(out);
  if (target.startsWith('windows')) return setVersionResource(program, version);
  return target.startsWith('macos') ? signAdHoc(program, 'scout-agent') : program;
}
