import { use, useRef } from 'react';
import { AsidePopup, byKeyboard, useAside } from './Aside.tsx';
import { formatTime, type Moment, NO_VALUE, type TimeParts } from './format.ts';
import { ValueTabIndex } from './Mono.tsx';

export interface TimeProps {
  value: Moment | null | undefined;
  /** IANA zone; the viewer's own when left out. */
  timeZone?: string | undefined;
  /** Epoch milliseconds that count as now. */
  now?: number | undefined;
  /** The clock alone, where the day stands above already. */
  clockOnly?: boolean;
  /** Takes no focus: inside of a link or a button. */
  plain?: boolean;
}

/** A moment to the second in the viewer's zone: the date recedes, the clock is read. Hover and focus say weekday, zone and UTC. */
export function Time({ value, timeZone, now, clockOnly = false, plain = false }: TimeProps) {
  const parts = formatTime(value, { timeZone, now });
  if (!parts) return <span className="text-content-faint">{NO_VALUE}</span>;
  return <Shown parts={parts} clockOnly={clockOnly} plain={plain} />;
}

interface ShownProps {
  parts: TimeParts;
  clockOnly: boolean;
  plain: boolean;
}

function Shown({ parts, clockOnly, plain }: ShownProps) {
  const tabIndex = use(ValueTabIndex);
  const element = useRef<HTMLTimeElement>(null);
  // Of which moment: a line of a table may say another by then.
  const aside = useAside<string>();
  return (
    <>
      <time
        ref={element}
        dateTime={parts.iso}
        suppressHydrationWarning
        {...(!plain && { tabIndex, 'data-value': '' })}
        onKeyDown={aside.onKeyDown}
        onPointerEnter={() => aside.later(parts.iso)}
        onPointerLeave={() => aside.now(null)}
        onFocus={(event) => byKeyboard(event) && aside.now(parts.iso)}
        onBlur={() => aside.now(null)}
        className="whitespace-pre rounded-control font-mono"
      >
        {!clockOnly && <span className="text-content-faint">{parts.date} </span>}
        {parts.clock}
      </time>
      {aside.content === parts.iso && (
        <AsidePopup anchor={element} onClose={() => aside.now(null)}>
          <BothZones parts={parts} />
        </AsidePopup>
      )}
    </>
  );
}

/** The moment in the viewer's zone and in UTC, one under the other. */
function BothZones({ parts }: { parts: TimeParts }) {
  return (
    <span role="status" className="grid font-mono whitespace-nowrap">
      <span>{parts.full}</span>
      {parts.utc !== parts.full && <span className="text-content-muted">{parts.utc}</span>}
    </span>
  );
}
