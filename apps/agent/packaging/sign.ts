import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Part, read } from '@scout/agent-release/formats/part';

const run = promisify(execFile);

/**
 * A package signed by its owner's program, which gets the path of the file and replaces it.
 * @param work folder for the file
 * @throws Error with what the program wrote
 */
export async function signBy(
  program: string,
  name: string,
  parts: readonly Part[],
  work: string,
): Promise<Buffer> {
  const folder = await mkdtemp(join(work, 'sign-'));
  try {
    const path = join(folder, name);
    await writeFile(path, read(parts));
    await run(program, [path]).catch((error: Error & { stderr?: string; stdout?: string }) => {
      const words = `${error.stderr ?? ''}${error.stdout ?? ''}`.trim();
      throw new Error(`${program} did not sign ${name}: ${words || error.message}`);
    });
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
