import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** State of the build beside a folder of releases; `idle`: none is running, and the last one succeeded. */
export type BuildState = 'idle' | 'building' | 'failed';

/** Located beside `current.json`, during a build and after a failed one. */
const FILE = 'build.json';
/** Time without updates after which a build counts as over, even if its process id is in use. */
const LONGEST_MS = 60 * 60_000;

/** Runs a build of the releases in `out`, and records its state for a server, also after a failure. */
export async function noteBuild<T>(out: string, build: () => Promise<T>): Promise<T> {
  const path = join(out, FILE);
  const note = async (state: Exclude<BuildState, 'idle'>) => {
    await mkdir(out, { recursive: true });
    const text = JSON.stringify({ state, pid: process.pid, at: new Date().toISOString() });
    await writeFile(`${path}.${process.pid}`, `${text}\n`);
    await rename(`${path}.${process.pid}`, path);
  };
  await note('building');
  try {
    const result = await build();
    await rm(path, { force: true });
    return result;
  } catch (error) {
    await note('failed');
    throw error;
  }
}

/** State of the build of the releases in `out`. A build whose process has exited has failed. */
export async function readBuildState(out: string, now: number): Promise<BuildState> {
  let noted: Readonly<Record<string, unknown>>;
  try {
    noted = JSON.parse(await readFile(join(out, FILE), 'utf8')) ?? {};
  } catch {
    return 'idle';
  }
  const { state, pid, at } = noted;
  if (state !== 'building') return 'failed';
  const isRecent = typeof at === 'string' && now - Date.parse(at) < LONGEST_MS;
  return isRecent && typeof pid === 'number' && isAlive(pid) ? 'building' : 'failed';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
