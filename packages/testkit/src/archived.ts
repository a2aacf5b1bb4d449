import { execFileSync } from 'node:child_process';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '@scout/server/platform/database/embedded/cluster';
import { dataOf } from '@scout/server/platform/database/embedded/options';
import pg from 'pg';
import { watch } from './cluster.ts';
import { optionsIn } from './replicated.ts';
import { createScratchFolder } from './scratch.ts';

/** A PostgreSQL that archives what it writes, in scratch folders that go with this process. */
export interface ArchivedCluster extends AsyncDisposable {
  readonly url: string;
  /** Copies its files while it goes on, as pg_basebackup does. */
  backUp(): Promise<void>;
  /** Gives this moment a name. */
  mark(name: string): Promise<void>;
  /** Ends it and starts another one from the copy and the archive, as it was at the mark. Resolves with that one's address. */
  restoreTo(mark: string): Promise<string>;
}

/** Starts one. */
export async function startArchivedCluster(): Promise<ArchivedCluster> {
  await using started = new AsyncDisposableStack();
  const folders = await Promise.all([1, 2, 3].map(() => createScratchFolder()));
  started.defer(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const [first, second] = await Promise.all([optionsIn(folders[0]!), optionsIn(folders[1]!)]);
  const { osUser } = first;
  const archive = join(folders[2]!, 'archive');
  await mkdir(archive);
  if (osUser) await chown(archive, osUser.uid, osUser.gid);
  const primary = await startCluster({
    ...first,
    fixedSettings: { ...first.fixedSettings, archive_mode: 'on', archive_command: `cp %p '${archive}/%f'` },
  });
  started.defer(() => primary.stop());
  const cancel = watch(primary.pid, first.base);
  started.defer(cancel);

  const client = new pg.Client({ connectionString: primary.url });
  client.on('error', () => {});
  await client.connect();
  started.defer(() => client.end().catch(() => {}));
  const data = dataOf(second);
  const write = async (name: string, text: string) => {
    await writeFile(join(data, name), text);
    if (osUser) await chown(join(data, name), osUser.uid, osUser.gid);
  };
  const all = started.move();
  return {
    url: primary.url,
    async backUp() {
      await client.query(`SELECT pg_backup_start('copy', true)`);
      // A file that goes meanwhile is in the archive.
      execFileSync('sh', ['-c', 'cp -a "$0" "$1" || true', dataOf(first), data], { stdio: 'ignore' });
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
      await rm(join(data, 'postmaster.pid'), { force: true });
      execFileSync('sh', ['-c', 'find "$0/pg_wal" -type f -delete', data]);
      await write('backup_label', rows[0]!.labelfile);
    },
    async mark(name) {
      await client.query('SELECT pg_create_restore_point($1)', [name]);
    },
    async restoreTo(mark) {
      const { rows } = await client.query<{ file: string }>(
        'SELECT pg_walfile_name(pg_switch_wal()) AS file',
      );
      const isArchived = async () =>
        (
          await client.query<{ is: boolean }>(
            'SELECT coalesce(last_archived_wal >= $1, false) AS is FROM pg_stat_archiver',
            [rows[0]!.file],
          )
        ).rows[0]!.is;
      while (!(await isArchived())) await client.query('SELECT pg_sleep(0.1)');
      await client.end();
      await primary.stop();
      await write(
        'postgresql.auto.conf',
        `restore_command = 'cp "${archive}/%f" "%p"'\nrecovery_target_name = '${mark}'\nrecovery_target_action = 'promote'\n`,
      );
      await write('recovery.signal', '');
      const restored = await startCluster(second);
      all.defer(() => restored.stop());
      const cancelRestored = watch(restored.pid, second.base);
      all.defer(cancelRestored);
      const owner = new pg.Client({ connectionString: restored.url });
      await owner.connect();
      const isRecovering = async () =>
        (await owner.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).rows[0]!.is;
      while (await isRecovering()) await owner.query('SELECT pg_sleep(0.1)');
      await owner.end();
      return restored.url;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
