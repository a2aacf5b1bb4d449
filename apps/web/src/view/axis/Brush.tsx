import { DAY, HOUR } from '@scout/detection/time';
import { cx } from '@scout/ui';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { edgeAt, type TimeScale, timeAt, xOf } from './timeBins.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface BrushProps {
  scale: TimeScale;
  height: number;
  value: Span | null;
  onChange: (value: Span | null) => void;
  /** The words for a time. */
  textOf: (time: number) => string;
  /** Takes a press that did not drag; without it such a press selects all. */
  onPress?: (time: number) => void;
}

/** Selects a time range on an axis: by dragging, or with the arrow keys on either end. Escape selects everything. */
export function Brush({ scale, height, value, onChange, textOf, onPress }: BrushProps) {
  /** Both ends while the pointer is down; the first is the start of the drag. */
  const [drag, setDrag] = useState<readonly [number, number] | null>(null);
  const shown = drag === null ? value : { from: Math.min(...drag), to: Math.max(...drag) };
  const xAt = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const pointed = (event: PointerEvent<HTMLElement>) => timeAt(scale, xAt(event));
  const commit = (span: Span) => onChange(span.from < span.to ? span : null);
  return (
    <div
      data-brush=""
      className="absolute top-0 left-0 cursor-crosshair touch-pan-y select-none"
      style={{ width: scale.width, height }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const time = pointed(event);
        setDrag([time, time]);
      }}
      onPointerMove={(event) => drag !== null && setDrag([drag[0], pointed(event)])}
      onPointerUp={(event) => {
        if (drag === null) return;
        const time = pointed(event);
        setDrag(null);
        if (drag[0] === time && onPress !== undefined)
          onPress(scale.from + (xAt(event) / scale.width) * (scale.to - scale.from));
        else commit({ from: Math.min(drag[0], time), to: Math.max(drag[0], time) });
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {shown !== null && (
        <div
          className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/10"
          style={{ left: xOf(scale, shown.from), width: xOf(scale, shown.to) - xOf(scale, shown.from) }}
        />
      )}
      <End
        label="Start of the selected time range"
        scale={scale}
        time={shown?.from ?? scale.from}
        textOf={textOf}
        isSet={shown !== null}
        onMove={(from) => commit({ from, to: value?.to ?? scale.to })}
        onClear={() => onChange(null)}
      />
      <End
        label="End of the selected time range"
        scale={scale}
        time={shown?.to ?? scale.to}
        textOf={textOf}
        isSet={shown !== null}
        onMove={(to) => commit({ from: value?.from ?? scale.from, to })}
        onClear={() => onChange(null)}
      />
    </div>
  );
}

interface EndProps {
  label: string;
  scale: TimeScale;
  time: number;
  textOf: (time: number) => string;
  isSet: boolean;
  onMove: (time: number) => void;
  onClear: () => void;
}

function End({ label, scale, time, textOf, isSet, onMove, onClear }: EndProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -scale.binHours * HOUR,
      ArrowDown: -scale.binHours * HOUR,
      ArrowRight: scale.binHours * HOUR,
      ArrowUp: scale.binHours * HOUR,
      PageDown: -DAY,
      PageUp: DAY,
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step !== undefined) onMove(edgeAt(scale, time + step));
    else if (event.key === 'Home') onMove(scale.from);
    else if (event.key === 'End') onMove(scale.to);
    else if (event.key === 'Escape' && isSet) onClear();
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={scale.from}
      aria-valuemax={scale.to}
      aria-valuenow={time}
      aria-valuetext={textOf(time)}
      onKeyDown={onKeyDown}
      className="group absolute inset-y-0 w-3 -translate-x-1/2 rounded-control"
      style={{ left: xOf(scale, time) }}
    >
      <span
        className={cx(
          'absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2',
          isSet ? 'bg-accent' : 'bg-transparent group-focus-visible:bg-accent',
        )}
      />
    </div>
  );
}
