import { formatTime, type Moment, NO_VALUE } from './format.ts';

export interface TimeProps {
  value: Moment | null | undefined;
  /** IANA zone; the viewer's own when left out. */
  timeZone?: string | undefined;
  /** Epoch milliseconds that count as now. */
  now?: number | undefined;
}

/** A moment to the second: the date recedes, the clock is read; the title says zone and weekday. */
export function Time({ value, timeZone, now }: TimeProps) {
  const parts = formatTime(value, { timeZone, now });
  if (!parts) return <span className="text-content-faint">{NO_VALUE}</span>;
  return (
    <time
      dateTime={parts.iso}
      title={parts.full}
      suppressHydrationWarning
      className="whitespace-pre font-mono"
    >
      <span className="text-content-faint">{parts.date} </span>
      {parts.clock}
    </time>
  );
}
