import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedBinaries, reachableBinaries } from './binaries.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { explainedDisk } from './diskFull.ts';
import type { DataDirectoryLock } from './lock.ts';
import { sameEverywhere } from './options.ts';
import { placeOf, socketDirectoryOf } from './place.ts';

/** For a machine that does other things too; written into postgresql.conf once, so that it can be tuned there. */
const initialSettings = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};

/** An event is acknowledged when its transaction is on disk. No file and no environment variable weakens that. */
const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** A process of the server opens up to 28 at once; as many again as for one stay for the command line and a process that takes over. */
const connectionsFor = (processes: number) => String(30 * (processes + 2));

/**
 * Starts the PostgreSQL that Scout brings along, on the data directory that the lock holds, making its cluster at the
 * first start. Resolves when it answers. What a killed Scout left running or half made is stopped or made again.
 * Throws sentences to act on.
 * @param processes server processes that connect; for more than one there are more connections than postgresql.conf says
 */
export async function startEmbedded(lock: DataDirectoryLock, processes = 1): Promise<Cluster> {
  const place = await placeOf(lock.directory);
  const binaries = await reachableBinaries(
    await installedBinaries(),
    place.osUser,
    join(place.base, 'programs'),
  );
  const starting = startCluster({
    ...place,
    binaries,
    socketDirectory: await socketDirectoryOf(place),
    ownerPassword: await ownerPassword(lock.directory, join(place.base, 'data')),
    database: 'scout',
    localeOptions: sameEverywhere,
    initialSettings,
    fixedSettings: { ...durability, ...(processes > 1 && { max_connections: connectionsFor(processes) }) },
    durable: true,
  });
  return await starting.catch((error: unknown) => {
    throw explainedDisk(error, lock.directory);
  });
}

/** Made before the cluster and kept beside it, readable only by the OS user that runs Scout. */
async function ownerPassword(dataDirectory: string, data: string): Promise<string> {
  const path = join(dataDirectory, 'postgres.password');
  const existing = await readFile(path, 'utf8').catch(() => '');
  if (existing.trim() !== '') return existing.trim();
  if (existsSync(join(data, 'PG_VERSION'))) {
    throw new Error(`${path} is missing or empty, and the database in ${data} opens with no other password.`);
  }
  const password = randomBytes(32).toString('base64url');
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(`${password}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return password;
}
