import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerName } from './options.ts';
import { placeOf } from './place.ts';
import { livePostmaster } from './postmaster.ts';

/** The owner's connection string of the running embedded PostgreSQL of a data directory; undefined if none runs. */
export async function runningClusterUrl(dataDirectory: string): Promise<string | undefined> {
  const data = join((await placeOf(dataDirectory)).base, 'data');
  if ((await livePostmaster(data)) !== 'running') return undefined;
  const password = (await readFile(join(dataDirectory, 'postgres.password'), 'utf8')).trim();
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const [port, socketDirectory] = [lines[3], lines[4]];
  const url = new URL(`postgresql://${ownerName}:${encodeURIComponent(password)}@127.0.0.1:${port}/scout`);
  if (socketDirectory) url.searchParams.set('host', socketDirectory);
  return url.href;
}
