import { Button, EmptyState, formatCount, Notice, Panel, PanelGrid, Time } from '@scout/ui';
import { messageOf } from '../../api/error.ts';
import { Shell } from '../../shell/Shell.tsx';
import { formatSpan, Measures } from '../settings/agent/fleet/Measures.tsx';
import { formatBytes } from '../settings/agent/usage/bytes.ts';
import { OrganizationTable } from './OrganizationTable.tsx';
import { type Opened, type Status, useStatus } from './useStatus.ts';

interface StatusPageProps {
  opened: Opened;
  /** Forgets the token. */
  onClose: () => void;
}

/** Problems of the whole installation with their next steps, and the state of mail, disk, backup and organizations. */
export function StatusPage({ opened, onClose }: StatusPageProps) {
  const { data: status, error, isFetching, refetch } = useStatus(opened);
  return (
    <Shell>
      <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-4 px-4 py-5 lg:px-6">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 className="text-title font-medium">Installation</h1>
            <p className="text-label text-content-muted">
              as of <Time value={status.at} />
            </p>
          </div>
          <div className="flex gap-2">
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              Refresh
            </Button>
            <Button size="small" onClick={onClose}>
              Clear the token
            </Button>
          </div>
        </header>
        {error && <Notice tone="error">{messageOf(error)} The data below is out of date.</Notice>}
        <PanelGrid>
          <TroublePanel troubles={status.troubles} />
          <Panel title="Email and channels" span={4}>
            <Measures rows={queueRows(status)} />
          </Panel>
          <Panel title="Disk" span={4}>
            <Measures rows={diskRows(status)} />
          </Panel>
          <Panel title="Backup" span={4}>
            <Measures rows={backupRows(status)} />
          </Panel>
          <OrganizationTable organizations={status.organizations} />
        </PanelGrid>
      </div>
    </Shell>
  );
}

function TroublePanel({ troubles }: Pick<Status, 'troubles'>) {
  return (
    <Panel title="Problems" flush description={troubles.length > 0 && formatCount(troubles.length)}>
      {troubles.length === 0 ? (
        <EmptyState reason="quiet" title="No problems">
          Agents report, emails are delivered, the disk has space and backups are up to date.
        </EmptyState>
      ) : (
        <ul aria-label="Problems">
          {troubles.map(({ trouble, count, text, next_step }) => (
            <li
              key={trouble}
              className="grid grid-cols-[3.5rem_1fr] gap-x-3 border-t border-stroke-subtle px-4 py-2.5 text-body"
            >
              <span className="text-right font-mono font-medium">
                {count === null ? '' : formatCount(count)}
              </span>
              <div className="min-w-0">
                <p className="font-medium text-content">{text}</p>
                <p className="wrap-anywhere max-w-[90ch] text-content-muted">{next_step}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const queueRows = ({ mail, channels }: Status) => [
  { name: 'Emails waiting', value: formatCount(mail.waiting) },
  { name: 'Oldest email', value: mail.waiting === 0 ? 'none' : formatSpan(mail.oldest_seconds) },
  { name: 'Emails failed today', value: formatCount(mail.lost) },
  { name: 'Messages waiting', value: formatCount(channels.waiting) },
  { name: 'Messages failed today', value: formatCount(channels.failed) },
];

const diskRows = ({ storage }: Status) => [
  { name: 'Accepts events', value: storage.low ? 'no' : 'yes' },
  {
    name: 'Free',
    value: storage.free_bytes === null ? 'unknown: external database' : formatBytes(storage.free_bytes),
  },
  ...(storage.reserve_bytes === null
    ? []
    : [{ name: 'Stops ingest below', value: formatBytes(storage.reserve_bytes) }]),
  { name: 'Database', value: formatBytes(storage.database_bytes) },
];

const backupRows = ({ backup: { last, due_days } }: Status) => [
  { name: 'Last backup', value: last === null ? 'none yet' : <Time value={last.made_at} /> },
  ...(last === null ? [] : [{ name: 'Size', value: formatBytes(last.bytes) }]),
  { name: 'Due after', value: due_days === null ? 'not set (SCOUT_BACKUP_DAYS)' : `${due_days} d` },
];
