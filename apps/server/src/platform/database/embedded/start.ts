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

/** For a machine that also runs other programs; written to postgresql.conf once, for tuning. */
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

/** An event is acknowledged when its transaction is on disk. No file or environment variable can weaken this. */
const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

interface StartOptions {
  /** That of a former start, whose clients connect again. */
  readonly port?: number;
}

/**
 * Starts Scout's own PostgreSQL on the locked data directory, and creates its cluster at the first start. Resolves when it
 * responds. Stops or recreates the remains of a killed Scout. Throws actionable messages.
 */
export async function startEmbedded(lock: DataDirectoryLock, { port }: StartOptions = {}): Promise<Cluster> {
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
    port,
    localeOptions: sameEverywhere,
    initialSettings,
    fixedSettings: durability,
    durable: true,
  });
  return await starting.catch((error: unknown) => {
    throw explainedDisk(error, lock.directory);
  });
}

/** Created before the cluster and stored beside it, readable only by the OS user that runs Scout. */
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
