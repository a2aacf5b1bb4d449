import { ChevronRightIcon, cx, formatCount, Mono, NO_VALUE, Skeleton, Time } from '@scout/ui';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { timeZone } from '../../../events/clock.ts';
import { rangeOnly } from '../../../view/viewState.ts';
import { dashboards } from '../dashboards.ts';
import { useDeferredFigures } from '../FiguresPanel.tsx';

/** The content of each tile; null while unknown. */
interface TilesProps {
  activity: {
    log: readonly { time: string; serviceAccount: string; prdDbServer: string | null }[];
  } | null;
  failures: { byServiceAccount: readonly { serviceAccount: string; count: number }[] } | null;
  logons: { log: readonly { time: string; serviceAccount: string; workstation: string | null }[] } | null;
  changes: readonly { timestamp: string; server: string | null; changeType: string }[] | undefined;
}

/** Lines of a tile. */
const shown = 2;

/** The four dashboards as tiles with their first lines. */
export function Tiles({ activity, failures, logons, changes }: TilesProps) {
  const [params] = useSearchParams();
  const shows = useDeferredFigures(activity !== null);
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
    'Infrastructure Changes': (
      <Lines
        rows={known(changes)}
        none="No changes in the last 30 days"
        line={(row) => [
          <Time key="when" value={row.timestamp} timeZone={timeZone} plain />,
          `${row.changeType} on ${row.server ?? NO_VALUE}`,
        ]}
      />
    ),
  };
  return (
    <nav aria-label="The four dashboards">
      <ul className="grid gap-px p-px md:grid-cols-2 xl:grid-cols-4">
        {dashboards.map(({ path, title, lead }) => (
          <li key={path} className="min-w-0 bg-surface-2 outline outline-stroke-subtle">
            <Link
              to={path + rangeOnly(params)}
              className="group flex h-full flex-col px-4 py-3 transition-colors hover:bg-surface-3 focus-visible:outline-offset-[-2px]"
            >
              <span className="flex items-center justify-between font-medium">
                {title}
                <span className="text-content-faint transition-transform group-hover:translate-x-0.5 group-hover:text-accent">
                  <ChevronRightIcon />
                </span>
              </span>
              <span className="text-label text-content-muted">{lead}</span>
              <span className="mt-1 flex min-h-12 flex-col text-label text-content-muted">
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
  /** Undefined while unknown. */
  rows: readonly Row[] | undefined;
  none: string;
  /** The lead and the text of a line. */
  line: (row: Row) => [lead: ReactNode, text: string];
  /** True when a line fits on a phone; otherwise the lead moves above the text there. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
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
