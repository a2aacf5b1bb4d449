import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '@scout/detection/time';
import { dayText } from '@scout/server/modules/ingest/day';
import {
  type Binaries,
  installedBinaries,
  reachableBinaries,
} from '@scout/server/platform/database/embedded/binaries';
import { startCluster } from '@scout/server/platform/database/embedded/cluster';
import { sameEverywhere } from '@scout/server/platform/database/embedded/options';
import { isRoot, unprivilegedUser } from '@scout/server/platform/database/embedded/osUser';
import { socketDirectoryOf } from '@scout/server/platform/database/embedded/place';
import { ensureLogin } from '@scout/server/platform/database/login';
import { migrate, readMigrations, withMigrationLock } from '@scout/server/platform/database/migrate';
import pg from 'pg';
import { authSecret } from './authSecret.ts';
import { type NodeUrls, startOnCitus } from './citus.ts';
import { createScratchFolder } from './scratch.ts';

/** The template of every test database. */
export const templateName = 'scout_template';

/** Space for several workers with some databases each. Durability is off: all data is temporary. */
const settings = {
  max_connections: '300',
  shared_buffers: '128MB',
  timezone: 'UTC',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

export interface TestCluster {
  /** The superuser's connection string. */
  readonly url: string;
  /** Of a cluster of Citus. */
  readonly nodeUrls?: NodeUrls;
  stop(): Promise<void>;
}

/**
 * Starts the run's cluster: a temporary one, or the one of `CITUS_URL`, with a migrated template that has the partitions of yesterday
 * to tomorrow.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const citusUrl = process.env.CITUS_URL;
  if (citusUrl) return startOnCitus(citusUrl, prepareTemplate);
  const cluster = await startThrowAwayCluster(await installedBinaries(), sameEverywhere, templateName);
  await prepareTemplate(cluster.url);
  return { ...cluster, url: withDatabase(cluster.url, 'postgres') };
}

/**
 * Starts a PostgreSQL in a scratch folder that ends with this process, even if killed, and leaves nothing behind. Works as root
 * and as an ordinary user. Its url is the superuser's, for `database`.
 */
export async function startThrowAwayCluster(
  installed: Binaries,
  localeOptions: readonly string[],
  database: string,
  initialSettings: Readonly<Record<string, string>> = {},
): Promise<TestCluster> {
  const base = await createScratchFolder();
  try {
    const osUser = isRoot() ? unprivilegedUser() : undefined;
    const cluster = await startCluster({
      base,
      osUser,
      binaries: await reachableBinaries(installed, osUser, join(base, 'programs')),
      socketDirectory: await socketDirectoryOf({ base, osUser }),
      ownerPassword: 'throw-away',
      database,
      localeOptions,
      initialSettings,
      fixedSettings: settings,
      durable: false,
    });
    const cancelWatch = watch(cluster.pid, base);
    return {
      url: cluster.url,
      async stop() {
        cancelWatch();
        await cluster.stop();
        await rm(base, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(base, { recursive: true, force: true });
    throw error;
  }
}

/** The same connection string for another database. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function prepareTemplate(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await withMigrationLock(owner, async () => migrate(owner, await readMigrations()));
    const [from, to] = [-1, 1].map((days) => dayText(Date.now() + days * DAY));
    await owner.query('SELECT scout.ensure_partitions($1, $2, $3)', [from, to, new Date()]);
    await ensureLogin(owner, url, authSecret);
  } finally {
    await owner.end();
  }
}

/** A small process that outlives this one by a moment: when the pipe between them closes, it stops the server. */
export function watch(pid: number, base: string): () => void {
  if (process.platform === 'win32') return () => {};
  const watcher = spawn(
    '/bin/sh',
    ['-c', 'cat >/dev/null; kill -QUIT "$0"; rm -rf "$1"', String(pid), base],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  watcher.unref();
  return () => watcher.kill('SIGKILL');
}
