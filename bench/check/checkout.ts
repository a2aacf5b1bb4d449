import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** An installation prints more than the default limit of 1 MiB. */
const MAX_OUTPUT = 64 * 2 ** 20;

/** The commit that bench/check/baseline.json names. */
export async function committedBaseline(): Promise<string> {
  const { commit } = JSON.parse(await readFile(new URL('baseline.json', import.meta.url), 'utf8')) as {
    commit: string;
  };
  return commit;
}

/**
 * Checks a commit out, installed and built, in a folder that the next check finds again.
 * @throws Error with the next step if this clone does not have the commit
 */
export async function checkOut(revision: string): Promise<string> {
  const commit = await resolve(revision);
  const folder = join(tmpdir(), `scout-baseline-${commit.slice(0, 12)}`);
  if (!existsSync(folder)) {
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, folder]);
    await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  }
  await runIn(folder, 'bench/ingest.ts', ['--help']);
  return folder;
}

async function resolve(revision: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], {
      cwd: ROOT,
    });
    return stdout.trim();
  } catch {
    throw new Error(
      `This clone does not have the commit ${revision}. Run \`git fetch --unshallow\`, or name one with --against.`,
    );
  }
}

/** Output of a benchmark of a check-out, installed and built first if needed. */
export async function runIn(folder: string, script: string, given: readonly string[]): Promise<string> {
  const { stdout } = await run('node', ['scripts/run.mjs', '--built', script, ...given], {
    cwd: folder,
    maxBuffer: MAX_OUTPUT,
  });
  return stdout;
}
