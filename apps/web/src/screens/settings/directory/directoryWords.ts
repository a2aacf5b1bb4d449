import type { Directory, DirectoryState } from '@scout/contract';
import { formatAgo } from '@scout/ui';
import { visible } from '../../incidents/rawText.ts';

export const directoryStateWords: Readonly<Record<DirectoryState, string>> = {
  waiting: 'Waiting',
  reading: 'Reading',
  current: 'Current',
  failing: 'Failing',
};

/** The age of the last good state. */
export const lastRead = ({ synced_at }: Pick<Directory, 'synced_at'>, now: number): string =>
  synced_at === null ? 'Never' : formatAgo(synced_at, now);

/** Who reads a directory. */
export const readerOf = (agent: Directory['agent']): string =>
  agent === null ? 'Server' : `Agent ${visible(agent.host)}`;
