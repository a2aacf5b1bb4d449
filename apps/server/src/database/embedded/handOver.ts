import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterOptions, dataOf } from './options.ts';
import type { OsUser } from './osUser.ts';

/**
 * Gives a stopped cluster's files to its OS user. Directories first, so that the former owner loses access to their content, and
 * PG_VERSION last: its owner shows the next start whether this one completed.
 */
export async function handOver(options: ClusterOptions, from: OsUser): Promise<void> {
  const { osUser, base, socketDirectory } = options;
  if (!osUser) return;
  const last = join(dataOf(options), 'PG_VERSION');
  for (const name of await readdir(base)) await give(join(base, name), from, osUser, last);
  await give(socketDirectory, from, osUser, last);
  await lchown(last, osUser.uid, osUser.gid);
}

async function give(path: string, from: OsUser, to: OsUser, last: string): Promise<void> {
  if (path === last) return;
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stats === undefined) return;
  if (stats.uid === from.uid) await lchown(path, to.uid, to.gid);
  else if (stats.uid !== to.uid) return;
  if (!stats.isDirectory()) return;
  for (const name of await readdir(path)) await give(join(path, name), from, to, last);
}
