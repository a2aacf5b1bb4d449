import { ChevronRightIcon, cx, formatCount, Mono, NO_VALUE, Skeleton, Time } from '@scout/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { timeZone } from '../../../events/timeZone.ts';
import { dashboards } from '../dashboards.ts';
import { useFollowing } from '../useFollowing.ts';

/** What each dashboard is known to show; null while it is not known. */
interface TilesProps {
  activity: {
    log: readonly { time: string; serviceAccount: string; prdDbServer: string | null }[];
  } | null;
  failures: { byServiceAccount: readonly { serviceAccount: string; count: number }[] } | null;
  logons: { log: readonly { time: string; serviceAccount: string; workstation: string | null }[] } | null;
  /** Known in demo mode only: agents do not collect them. */
  changes?: readonly { timestamp: string; server: string; changeType: string }[];
}

/** Lines of a tile. */
const shown = 4;

/** The four dashboards, each with the few lines of it to look at first. */
export function Tiles({ activity, failures, logons, changes }: TilesProps) {
  const shows = useFollowing(activity !== null);
  const known = <Row,>(rows: readonly Row[] | undefined) => (shows === 'figures' ? rows : undefined);
  const content: Record<(typeof dashboards)[number]['title'], ReactNode> = {
    'Service Account Activity': (
      <Lines
        rows={known(activity?.log)}
        none="No incidents in the last 30 days"
        line={(row) => [
          <Time key="when" value={row.time} timeZone={timeZone} plain />,
          `${row.serviceAccount} → ${row.prdDbServer ?? NO_VALUE}`,
        ]}
      />
    ),
    'Failed Logons': (
      <Lines
        short
        rows={known(failures?.byServiceAccount)}
        none="No failed logons in the last 30 days"
        line={(row) => [formatCount(row.count), row.serviceAccount]}
      />
    ),
    'Interactive Logons': (
      <Lines
        rows={known(logons?.log)}
        none="No interactive logons in the last 30 days"
        line={(row) => [
          <Time key="when" value={row.time} timeZone={timeZone} plain />,
          `${row.serviceAccount} on ${row.workstation ?? NO_VALUE}`,
        ]}
      />
    ),
    'Infrastructure Changes':
      changes === undefined ? (
        'Agents do not collect changes to servers yet'
      ) : (
        <Lines
          rows={known(changes)}
          none="No changes in the last 30 days"
          line={(row) => [
            <Time key="when" value={row.timestamp} timeZone={timeZone} plain />,
            `${row.changeType} on ${row.server}`,
          ]}
        />
      ),
  };
  return (
    <nav aria-label="The four dashboards">
      <ul className="grid gap-px p-px md:grid-cols-2 2xl:grid-cols-4">
        {dashboards.map(({ path, title, lead }) => (
          <li key={path} className="min-w-0 bg-surface-2 outline outline-stroke-subtle">
            <Link
              to={path}
              className="group flex h-full flex-col px-4 py-3 transition-colors hover:bg-surface-3 focus-visible:outline-offset-[-2px]"
            >
              <span className="flex items-center justify-between font-medium">
                {title}
                <span className="text-content-faint transition-transform group-hover:translate-x-0.5 group-hover:text-accent">
                  <ChevronRightIcon />
                </span>
              </span>
              <span className="text-label text-content-muted">{lead}</span>
              <span className="mt-3 flex flex-col md:min-h-24 text-label text-content-muted">
                {shows !== 'nothing' && content[title]}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface LinesProps<Row> {
  /** Undefined while they are not known. */
  rows: readonly Row[] | undefined;
  none: string;
  /** What leads a line, and what it says. */
  line: (row: Row) => [lead: ReactNode, text: string];
  /** Fits on one line of a phone too; otherwise the lead stands above there. */
  short?: boolean;
}

function Lines<Row>({ rows, none, line, short = false }: LinesProps<Row>) {
  if (rows === undefined) return <Skeleton shape="text" lines={shown} />;
  if (rows.length === 0) return none;
  return (
    <span
      className={cx(
        'grid gap-x-4 leading-6',
        short ? 'grid-cols-[auto_minmax(0,1fr)]' : 'gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-0',
      )}
    >
      {rows.slice(0, shown).map((row, index) => {
        const [lead, text] = line(row);
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list.
            key={index}
            className={short ? 'contents' : 'flex min-w-0 flex-col max-sm:leading-5 sm:contents'}
          >
            <span className={cx('font-mono', short && 'text-right')}>{lead}</span>
            <span className="min-w-0 text-content">
              <Mono value={text} plain />
            </span>
          </span>
        );
      })}
    </span>
  );
}
