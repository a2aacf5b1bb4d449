import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { type ClusterOptions, dataOf } from './options.ts';

/**
 * Gives a stopped cluster's files to its account. The folders go first, so that the former owner reaches nothing inside any
 * more, and PG_VERSION last: by its owner the next start sees that this one did not come to its end.
 */
export async function handOver(options: ClusterOptions, from: Account): Promise<void> {
  const { account, base, socketDirectory } = options;
  if (!account) return;
  const last = join(dataOf(options), 'PG_VERSION');
  for (const name of await readdir(base)) await give(join(base, name), from, account, last);
  await give(socketDirectory, from, account, last);
  await lchown(last, account.uid, account.gid);
}

async function give(path: string, from: Account, to: Account, last: string): Promise<void> {
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
