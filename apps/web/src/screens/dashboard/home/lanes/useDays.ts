import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { type Band, bandBetween } from './band.ts';

/** The pointed day, and its lane (by the number of its case). */
export interface PointedDay {
  readonly lane: number;
  readonly day: number;
}

interface Pointed extends PointedDay {
  /** Start of a selection; null without one. */
  readonly anchor: number | null;
}

interface DaysOptions {
  count: number;
  /** Called with the selected days. */
  onChoose: (band: Band) => void;
  /** Called for a press on a strip that selected no days. */
  onPress: (lane: number) => void;
}

/**
 * Points at and selects days in the strips below an element: with the pointer by hovering and dragging, with the keyboard on a
 * focused lane by the arrow keys, and with Shift. Strips are found by `data-strip`, lanes by `data-lane`.
 */
export function useDays({ count, onChoose, onPress }: DaysOptions) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const point = (next: Pointed | null) =>
    setPointed((now) =>
      now?.lane === next?.lane && now?.day === next?.day && now?.anchor === next?.anchor ? now : next,
    );
  const band = pointed?.anchor == null ? null : bandBetween(pointed.anchor, pointed.day);

  const onPointerDown = (event: PointerEvent) => {
    const at = dayAt(event, count);
    if (at === null || event.button !== 0 || event.pointerType === 'touch') return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    point({ ...at, anchor: at.day });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    const anchor = pointed?.anchor ?? null;
    const at = dayAt(event, count, anchor === null ? null : pointed!.lane);
    point(at === null ? null : { ...at, anchor });
  };
  const onPointerUp = (event: PointerEvent) => {
    if (pointed?.anchor == null || event.pointerType === 'touch') return;
    if (pointed.anchor === pointed.day) onPress(pointed.lane);
    else onChoose(bandBetween(pointed.anchor, pointed.day));
    point({ ...pointed, anchor: null });
  };
  // A tap; for a mouse the list has captured the pointer.
  const onClick = ({ target }: MouseEvent) => {
    const lane = (target as Element).closest('[data-strip]') === null ? null : laneOf(target);
    if (lane !== null) onPress(lane);
  };
  const onPointerLeave = () => {
    if (pointed?.anchor == null) point(null);
  };
  const onPointerCancel = () => point(null);
  const onBlur = () => point(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && pointed !== null) return point(null);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const lane = laneOf(event.target);
    if (step === undefined || lane === null) return;
    event.preventDefault();
    const before = pointed?.day ?? count;
    const day = Math.min(count - 1, Math.max(0, before + step));
    if (!event.shiftKey) return point({ lane, day, anchor: null });
    const anchor = pointed?.anchor ?? Math.min(before, count - 1);
    point({ lane, day, anchor });
    onChoose(bandBetween(anchor, day));
  };

  return {
    pointed: pointed as PointedDay | null,
    /** The days being selected. */
    band,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onClick,
      onPointerLeave,
      onPointerCancel,
      onBlur,
      onKeyDown,
    },
  };
}

/** The day of the strip under the pointer; with `captured`, of that lane's strip, for any pointer position. */
function dayAt(event: PointerEvent, count: number, captured: number | null = null): PointedDay | null {
  const strip =
    captured === null
      ? (event.target as Element).closest('[data-strip]')
      : event.currentTarget.querySelector(`[data-strip="${captured}"]`);
  if (strip === null) return null;
  const { left, width } = strip.getBoundingClientRect();
  const day = Math.floor(((event.clientX - left) / width) * count);
  return {
    lane: Number(strip.getAttribute('data-strip')),
    day: Math.min(count - 1, Math.max(0, day)),
  };
}

function laneOf(target: EventTarget): number | null {
  const lane = (target as Element).closest('[data-lane]')?.getAttribute('data-lane');
  return lane === undefined || lane === null ? null : Number(lane);
}
