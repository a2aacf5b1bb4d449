import type { Directory } from '@scout/contract';
import { formatAgo, Notice } from '@scout/ui';
import { visible } from '../../incidents/rawText.ts';

/** The directories that cannot be read: why, and how old what is shown of each is. */
export function FailingDirectories({ of: directories, now }: { of: readonly Directory[]; now: number }) {
  return directories
    .filter(({ problem }) => problem !== null)
    .map(({ directory_id, name, problem, synced_at }) => (
      <Notice key={directory_id} plain tone="warning" title={`${visible(name)} could not be read`}>
        {problem}{' '}
        {synced_at === null
          ? 'Nothing was read of it so far.'
          : `What is shown of it was read ${formatAgo(synced_at, now)}.`}
      </Notice>
    ));
}
