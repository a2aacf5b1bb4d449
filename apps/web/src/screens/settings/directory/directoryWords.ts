import type { Directory, DirectoryState } from '@scout/contract';
import { formatAgo } from '@scout/ui';

export const directoryStateWords: Readonly<Record<DirectoryState, string>> = {
  waiting: 'Waiting',
  reading: 'Reading',
  current: 'Current',
  failing: 'Failing',
};

/** The age of the last good state. */
export const lastRead = ({ synced_at }: Pick<Directory, 'synced_at'>, now: number): string =>
  synced_at === null ? 'Never' : formatAgo(synced_at, now);
