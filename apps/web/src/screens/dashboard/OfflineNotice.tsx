import { formatTime, Notice } from '@scout/ui';
import { messageOf } from '../../api/error.ts';
import { usePollStatus } from '../../events/FeedProvider.tsx';
import { timeZone } from '../../events/timeZone.ts';

/** Why the page is OFFLINE, what its figures are worth meanwhile, and what is safe. */
export function OfflineNotice() {
  const status = usePollStatus();
  if (status.phase !== 'offline') return null;
  const since = formatTime(status.at, { timeZone });
  return (
    <Notice
      tone="warning"
      title={
        since === null ? 'These figures are from an earlier visit' : `No new figures since ${since.clock}`
      }
    >
      {messageOf(status.error)} Scout asks again every ten seconds; agents keep their events meanwhile and
      send them later.
    </Notice>
  );
}
