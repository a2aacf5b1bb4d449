import type { CaseEvent } from '@scout/contract';
import { Button, Time } from '@scout/ui';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { useMay } from '../../../session/organization.ts';
import { useDrawer } from '../../../view/useView.ts';
import { eventTitle } from '../../incidents/facts.ts';
import { visible } from '../../incidents/rawText.ts';

const SHOWN = 2;

/** Supporting events; each opens in a drawer for those who may read it whole, labeled with time, kind, machine and program. Long names wrap. */
export function Evidence({ events }: { events: readonly CaseEvent[] }) {
  const [, show] = useDrawer();
  const may = useMay();
  const [all, setAll] = useState(false);
  if (events.length === 0) return null;
  const shown = all ? events : events.slice(0, SHOWN);
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      {shown.map(({ id, time, event_type, computer, program }) => (
        <button
          key={id}
          type="button"
          disabled={!may('event')}
          onClick={() => show({ list: null, event: id })}
          className="max-w-full rounded-control border border-stroke-strong px-2 py-0.5 text-left text-label wrap-anywhere transition-colors enabled:cursor-pointer enabled:hover:bg-surface-3"
        >
          <Time value={time} timeZone={timeZone} plain />{' '}
          <span className="font-medium">
            {[event_type === null ? 'Event' : eventTitle({ event_type }), computer, program]
              .filter((name) => name !== null)
              .map(visible)
              .join(' · ')}
          </span>
        </button>
      ))}
      {shown.length < events.length && (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {events.length - shown.length} more
        </Button>
      )}
    </div>
  );
}
