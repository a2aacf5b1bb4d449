import type { DemoIncident } from '@scout/detection/demo';
import { cx, formatTime, Severity } from '@scout/ui';
import { useRowEntrance } from '@scout/ui/table/useRowEntrance.ts';
import type { RefObject } from 'react';

interface IncidentRowsProps {
  rows: readonly DemoIncident[];
  /** Number of rows to reserve space for, to avoid layout shift. */
  room: number;
  /** Id of the row whose details are shown. */
  chosen: string | null;
  onChoose: (row: DemoIncident) => void;
  /** IANA zone; the viewer's own when undefined. */
  timeZone: string | undefined;
}

const grid =
  'grid w-full grid-cols-[3.75rem_4.5rem_minmax(0,1fr)] items-center gap-x-3 px-4 sm:grid-cols-[4.5rem_5.25rem_8.5rem_minmax(0,1fr)]';

/** The newest incidents; each row can be pressed. */
export function IncidentRows({ rows, room, chosen, onChoose, timeZone }: IncidentRowsProps) {
  const body = useRowEntrance(rows.map(({ id }) => id)) as RefObject<HTMLElement | null>;
  return (
    <div>
      <div
        aria-hidden="true"
        className={cx(grid, 'h-8 border-b border-stroke-subtle text-label text-content-faint')}
      >
        <span>Time</span>
        <span>Severity</span>
        <span>Service Account</span>
        <span className="hidden sm:block">Device</span>
      </div>
      <ol ref={body as RefObject<HTMLOListElement | null>} aria-label="Incident Log">
        {rows.map((row) => (
          <li key={row.id} data-key={row.id}>
            <button
              type="button"
              aria-pressed={row.id === chosen}
              onClick={() => onChoose(row)}
              className={cx(
                grid,
                'h-9 cursor-pointer text-left text-body',
                row.id === chosen ? 'bg-surface-selected' : 'hover:bg-surface-3',
              )}
            >
              <span className="font-mono text-label text-content-muted" suppressHydrationWarning>
                {formatTime(row.time, { timeZone })?.clock}
              </span>
              <Severity level={row.severity} />
              <span className="truncate font-mono text-label">{row.serviceAccount}</span>
              <span className="hidden truncate font-mono text-label text-content-muted sm:block">
                {row.device} → {row.connectedSqlServers[0]}
              </span>
            </button>
          </li>
        ))}
        {rows.length < room && <li aria-hidden="true" className={emptyRows[room - rows.length]} />}
      </ol>
    </div>
  );
}

/** Height classes by the number of missing rows. */
const emptyRows = ['', 'h-9', 'h-18', 'h-27', 'h-36', 'h-45', 'h-54'];
