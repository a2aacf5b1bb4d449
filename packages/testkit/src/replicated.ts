import { execFileSync } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedBinaries, reachableBinaries } from '@scout/server/platform/database/embedded/binaries';
import { startCluster } from '@scout/server/platform/database/embedded/cluster';
import {
  type ClusterOptions,
  dataOf,
  ownerName,
  sameEverywhere,
} from '@scout/server/platform/database/embedded/options';
import { isRoot, unprivilegedUser } from '@scout/server/platform/database/embedded/osUser';
import { socketDirectoryOf } from '@scout/server/platform/database/embedded/place';
import pg from 'pg';
import { watch } from './cluster.ts';
import { createScratchFolder } from './scratch.ts';

const ownerPassword = 'throw-away';
const database = 'scout';

/** A primary and a replicating standby, in scratch folders removed with this process. */
export interface ReplicatedPair {
  /** Connection string of the standby and the primary, in this order. */
  readonly bothUrl: string;
  readonly standbyUrl: string;
  /** Kills the primary and promotes the standby; resolves when it accepts writes. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a throw-away cluster in a folder. */
export async function optionsIn(base: string): Promise<ClusterOptions> {
  const osUser = isRoot() ? unprivilegedUser() : undefined;
  return {
    base,
    osUser,
    binaries: await reachableBinaries(await installedBinaries(), osUser, join(base, 'programs')),
    socketDirectory: await socketDirectoryOf({ base, osUser }),
    ownerPassword,
    database,
    localeOptions: sameEverywhere,
    initialSettings: {},
    fixedSettings: { timezone: 'UTC', fsync: 'off', wal_level: 'replica', hot_standby: 'on' },
    durable: false,
  };
}

/** Starts both. The standby starts as a copy of the primary's files. */
export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const first = await optionsIn(await createScratchFolder());
  const second = await optionsIn(await createScratchFolder());
  await (await startCluster(first)).stop();
  const data = dataOf(second);
  // It preserves the owner, unlike Node's copy.
  execFileSync('cp', ['-a', dataOf(first), data]);
  const conninfo = `host=${first.socketDirectory} port=5432 user=${ownerName} password=${ownerPassword}`;
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  await writeFile(join(data, 'standby.signal'), '');
  if (second.osUser) await chown(join(data, 'standby.signal'), second.osUser.uid, second.osUser.gid);
  const primary = await startCluster(first);
  const standby = await startCluster(second);
  const cancel = [watch(primary.pid, first.base), watch(standby.pid, second.base)];
  const both = new URL(primary.url);
  both.searchParams.set('host', `${second.socketDirectory},${first.socketDirectory}`);
  both.searchParams.set('port', '5432,5432');
  return {
    bothUrl: both.href,
    standbyUrl: standby.url,
    async failOver() {
      process.kill(primary.pid, 'SIGQUIT');
      await primary.ended;
      const client = new pg.Client({ connectionString: standby.url });
      await client.connect();
      await client.query('SELECT pg_promote(true, 600)');
      await client.end();
    },
    async stop() {
      for (const end of cancel) end();
      for (const cluster of [primary, standby]) await cluster.stop();
      for (const { base } of [first, second]) await rm(base, { recursive: true, force: true });
    },
  };
}
