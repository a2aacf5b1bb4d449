import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot, unprivilegedAccount } from '@scout/server/database/embedded/account';
import { installedBinaries, reachableBinaries } from '@scout/server/database/embedded/binaries';
import { startCluster } from '@scout/server/database/embedded/cluster';
import { socketDirectoryOf } from '@scout/server/database/embedded/place';
import { ensureLogin, loginUrl } from '@scout/server/database/login';
import { migrate, readMigrations, withMigrationLock } from '@scout/server/database/migrate';
import pg from 'pg';

/** The database that every test database is a copy of. */
export const templateName = 'scout_template';

/** The connections of a test run: several workers, each with some databases and their pools. */
const settings = { max_connections: '300', shared_buffers: '128MB', timezone: 'UTC' };

/** This cluster is thrown away with the machine's memory of it: nothing has to reach the disk. */
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };

export interface TestCluster {
  /** The owner's connection string for database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a throw-away PostgreSQL in the temporary folder, with a migrated template that has the partitions of yesterday
 * to tomorrow. Works as root and as an ordinary user. It ends with this process, also when that is killed.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const base = await mkdtemp(join(tmpdir(), 'scout-test-'));
  const account = isRoot() ? unprivilegedAccount() : undefined;
  if (account) await chmod(base, 0o711);
  const cluster = await startCluster({
    base,
    account,
    binaries: await reachableBinaries(await installedBinaries(), account, join(base, 'programs')),
    socketDirectory: await socketDirectoryOf({ base, account }),
    ownerPassword: 'throw-away',
    database: templateName,
    initialSettings: settings,
    fixedSettings: notDurable,
    durable: false,
  });
  const cancelWatch = watch(cluster.pid, base);
  await prepareTemplate(cluster.url);
  const url = new URL(cluster.url);
  url.pathname = '/postgres';
  return {
    url: url.href,
    async stop() {
      cancelWatch();
      await cluster.stop();
      await rm(base, { recursive: true, force: true });
    },
  };
}

async function prepareTemplate(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await withMigrationLock(owner, async () => migrate(owner, await readMigrations()));
    await owner.query('SELECT scout.ensure_partitions(current_date - 1, current_date + 1)');
    await ensureLogin(owner, loginUrl(url));
  } finally {
    await owner.end();
  }
}

/** A small process that outlives ours by a moment: when the pipe between them closes, it ends the server. */
function watch(pid: number, base: string): () => void {
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
