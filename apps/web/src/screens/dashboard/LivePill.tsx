import { StatusPill } from '@scout/ui';
import { useLiveStatus } from '../../events/useLiveStatus.ts';

/** LIVE while polls succeed in time, OFFLINE as soon as one does not. */
export function LivePill() {
  const status = useLiveStatus();
  if (status === 'connecting') return <StatusPill status="offline" label="CONNECTING" />;
  return <StatusPill status={status} />;
}
