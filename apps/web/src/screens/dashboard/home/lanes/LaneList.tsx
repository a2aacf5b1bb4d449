import { type AccountLanes, byState } from '@scout/contract';
import { rowsInWindow, useRowsInFrames } from '@scout/ui';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { casePath } from '../../../../paths.ts';
import { stepOfKey } from '../../../../shell/singleKeys.ts';
import { wordsOf } from '../../../../view/range.ts';
import { useRange } from '../../../../view/useView.ts';
import { visible } from '../../../incidents/rawText.ts';
import { bandOf, rangeOf } from './band.ts';
import { Lane, laneColumns } from './Lane.tsx';
import { dayWords } from './trackWords.ts';
import { type PointedDay, useDays } from './useDays.ts';

/** Space above the first lane and height of a lane, at their least (px). */
const LANES = { above: 600, height: 65 };
/** Days between two axis labels. */
const LABELED = 10;

/**
 * The lanes under one axis of days, what goes on now first. J and K, or the arrow keys, move between them, Enter opens one; the pointed day is
 * highlighted in all lanes, and dragging over days sets the range of the dashboards.
 */
export function LaneList({ of: { lanes: listed, days } }: { of: AccountLanes }) {
  const lanes = useMemo(() => {
    const compare = byState(Date.now());
    return listed.toSorted((a, b) => compare(a.case, b.case));
  }, [listed]);
  const drawn = useRowsInFrames(lanes, rowsInWindow(LANES));
  const [range, setRange] = useRange();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const { pointed, band, handlers } = useDays({
    count: days.length,
    onChoose: (chosen) => setRange(rangeOf(chosen, days)),
    onPress: (lane) => void navigate(casePath(lane)),
  });
  useMoving(list);
  const shown = band ?? bandOf(range, days);
  return (
    <div
      {...handlers}
      {...(pointed !== null && { 'data-day': '' })}
      {...(shown !== null && { 'data-band': '' })}
      style={{ '--day': pointed?.day, '--from': shown?.from, '--to': shown?.to } as CSSProperties}
      className="group/lanes relative select-none"
    >
      <div
        className={`${laneColumns} items-end pb-1.5 text-label text-content-muted md:max-xl:grid-cols-[minmax(0,17rem)_minmax(0,1fr)_9rem]`}
      >
        <span className="max-md:hidden">Account and reason</span>
        <span className="max-md:hidden">Person → workstation → server</span>
        <span className="max-xl:hidden" />
        <Axis days={days} />
        <span className="max-md:hidden">Seen</span>
      </div>
      <ul ref={list} style={{ minHeight: lanes.length * LANES.height }}>
        {drawn.map((lane) => (
          <Lane key={lane.case.account} lane={lane} days={days} />
        ))}
      </ul>
      <Readout lanes={lanes} days={days} pointed={pointed} />
    </div>
  );
}

/** Labels of every tenth day and of today. */
function Axis({ days }: { days: readonly string[] }) {
  return (
    <span className="grid grid-cols-3 font-mono max-xl:order-last md:max-xl:col-span-full" aria-hidden="true">
      {days
        .filter((_, day) => day % LABELED === 0)
        .map((day, index, labels) => (
          <span key={day} className="flex justify-between">
            {wordsOf(day)}
            {index === labels.length - 1 && <span>today</span>}
          </span>
        ))}
    </span>
  );
}

interface ReadoutProps {
  lanes: AccountLanes['lanes'];
  days: readonly string[];
  pointed: PointedDay | null;
}

/** The pointed date, and the account's activity on it. */
function Readout({ lanes, days, pointed }: ReadoutProps) {
  const lane = lanes.find((each) => each.case.number === pointed?.lane);
  const row = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const strip = row.current?.parentElement?.querySelector<HTMLElement>(`[data-strip="${pointed?.lane}"]`);
    const frame = row.current?.parentElement?.getBoundingClientRect();
    if (!row.current || !strip || !frame || pointed === null) return;
    const { left, top, width } = strip.getBoundingClientRect();
    const x = left - frame.left + ((pointed.day + 0.5) / days.length) * width;
    const most = frame.width - row.current.offsetWidth - 8;
    row.current.style.left = `${Math.max(8, Math.min(most, x - row.current.offsetWidth / 2))}px`;
    row.current.style.top = `${top - frame.top - row.current.offsetHeight}px`;
  });
  return (
    <p
      ref={row}
      role="status"
      className="pointer-events-none absolute z-2 empty:hidden rounded-popup border border-stroke-subtle bg-surface-popup px-2 py-1 text-label shadow-popup"
    >
      {lane !== undefined && pointed !== null && (
        <>
          <span className="font-mono">{wordsOf(days[pointed.day]!)}</span> · {visible(lane.case.account)}:{' '}
          {dayWords(lane, pointed.day)}
        </>
      )}
    </p>
  );
}

/** Moves the focus between lanes by J and K or the arrow keys; without a focus, to the first one. */
function useMoving(list: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = stepOfKey(event.key);
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const { activeElement } = document;
      const isInside = list.current?.contains(activeElement) === true;
      const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
      if (!isInside && !(isFree && event.key === 'j')) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [])];
      const next = links[links.indexOf(activeElement as HTMLElement) + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [list]);
}
