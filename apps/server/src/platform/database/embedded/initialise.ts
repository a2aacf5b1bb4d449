import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './commands.ts';
import { type ClusterOptions, dataOf, ownerName } from './options.ts';

/**
 * Creates data/ elsewhere and moves it into place: it is complete or absent, even if this process is killed. Every attempt has a
 * separate directory, because initdb outlives a killed parent for a while.
 */
export async function initialise(options: ClusterOptions): Promise<void> {
  const data = dataOf(options);
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version) return requireSameMajor(version.trim(), options);
  for (const name of await readdir(options.base)) {
    if (!name.startsWith(attemptPrefix)) continue;
    // If such an initdb is still writing to it, the next start removes it.
    await rm(join(options.base, name), { recursive: true, force: true }).catch(() => {});
  }
  const attempt = await mkdtemp(join(options.base, attemptPrefix));
  await chmod(attempt, 0o711);
  const partial = join(attempt, 'data');
  const passwordFile = join(attempt, 'password');
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, options.ownerPassword, { mode: 0o600 });
  if (options.osUser) {
    for (const path of [partial, passwordFile]) await chown(path, options.osUser.uid, options.osUser.gid);
  }
  await run(options, 'initdb', [
    `--pgdata=${partial}`,
    `--username=${ownerName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...options.localeOptions,
    ...Object.entries(options.initialSettings).map(([name, value]) => `--set=${name}=${value}`),
    ...(options.durable ? [] : ['--no-sync']),
  ]);
  await rename(partial, data);
  if (options.durable) await syncDirectory(options.base);
  await rm(attempt, { recursive: true });
}

/** Makes the move survive a power failure. Windows cannot open directories, and does not need it. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const attemptPrefix = 'making-';

function requireSameMajor(found: string, options: ClusterOptions): void {
  const ours = options.binaries.version.split('.')[0];
  if (found === ours) return;
  throw new Error(
    `The data in ${dataOf(options)} was written by PostgreSQL ${found}, and this Scout brings PostgreSQL ${ours}. ` +
      'Start the Scout that wrote it, or move the data with pg_dump.',
  );
}
