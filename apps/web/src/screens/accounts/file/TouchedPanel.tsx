import { formatCount, Mono, Panel, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { hostText } from '../../cases/file/names.ts';
import { visible } from '../../incidents/rawText.ts';

interface TouchedPanelProps {
  title: string;
  rows: readonly {
    name: string;
    events: number;
    last_seen: string /** Of machines alone. */;
    watched?: boolean;
  }[];
  /** Shown when there are no rows. */
  none: string;
}

/** Machines or people of an account, most frequent first, with counts and last use. */
export function TouchedPanel({ title, rows, none }: TouchedPanelProps) {
  return (
    <Panel title={title} span={4} {...(rows.length > 0 && { description: formatCount(rows.length) })}>
      {rows.length === 0 ? (
        <p className="text-body text-content-muted">{none}</p>
      ) : (
        <ul className="max-h-96 overflow-y-auto">
          {rows.map(({ name, events, last_seen, watched }) => (
            <li
              key={name}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-stroke-subtle py-1.5 text-label first:border-t-0"
            >
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <Mono value={watched === undefined ? visible(name) : hostText(name)} />
                {watched === false && <span className="text-content-muted">no agent</span>}
              </span>
              <span className="flex items-baseline gap-x-3 text-content-muted">
                <span className="font-mono">× {formatCount(events)}</span>
                <Time value={last_seen} timeZone={timeZone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
