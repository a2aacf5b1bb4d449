import { readFileSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** Holds the decision of a run for its other processes. */
const DECISION = 'SCOUT_TEST_SCRATCH';
/** Maximum bytes held by tests, and the same for the programs that they run. */
const REQUIRED = { free: 4 * GIB, memory: 8 * GIB };
const PREFIX = 'scout-scratch-';

/**
 * An empty folder for a temporary database: in memory if there is space, because a test database is a copy of 1,500 files,
 * otherwise in the temporary folder. PostgreSQL's OS user can traverse it; otherwise a server of root would put its database
 * elsewhere on the machine. Its creator removes it; the next run removes the remains of a killed one.
 */
export async function createScratchFolder(): Promise<string> {
  const root = scratchRoot();
  await removeLeftovers(root);
  const folder = await mkdtemp(join(root, `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}

/**
 * Where a run has its scratch folders. The first process decides by the memory that is free then and says so; those that it starts
 * follow, so that a run does not change sides midway. SCOUT_TEST_SCRATCH names another folder.
 */
export function scratchRoot(env = process.env): string {
  const decided = env[DECISION];
  if (decided) return decided;
  const root = isMemoryFit() ? MEMORY : tmpdir();
  env[DECISION] = root;
  console.log(`Test databases are in ${root}${root === MEMORY ? ' (memory)' : ''}.`);
  return root;
}

function isMemoryFit(): boolean {
  try {
    const options = mountOptions(readFileSync('/proc/mounts', 'utf8'), MEMORY);
    const { bavail, bsize } = statfsSync(MEMORY);
    // PostgreSQL's programs may be copied into the folder.
    const isRunnable = options !== undefined && !options.includes('noexec');
    return isRunnable && bavail * bsize >= REQUIRED.free && freemem() >= REQUIRED.memory;
  } catch {
    return false;
  }
}

/** The options of a file system in memory; the last mount of a path counts. */
export function mountOptions(mounts: string, place: string): string[] | undefined {
  const lines = mounts.split('\n').map((line) => line.split(' '));
  return lines
    .filter(([, path, type]) => path === place && type === 'tmpfs')
    .at(-1)?.[3]
    ?.split(',');
}

async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    // Another user's stays: their run removes it.
    if (pid > 0 && !isAlive(pid))
      await rm(join(root, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
