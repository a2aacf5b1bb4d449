import { use, useRef } from 'react';
import { HoverCard, isKeyboardFocus, useHoverCard } from '../overlay/HoverCard.tsx';
import { formatTime, type Moment, NO_VALUE, type TimeParts } from './format.ts';
import { ValueTabIndex } from './Mono.tsx';

export interface TimeProps {
  value: Moment | null | undefined;
  /** IANA zone; the viewer's own by default. */
  timeZone?: string | undefined;
  /** Epoch milliseconds that count as now. */
  now?: number | undefined;
  /** Omits the date, where it is already shown above. */
  clockOnly?: boolean;
  /** Not focusable: inside a link or a button. */
  plain?: boolean;
}

/** A time to the second in the viewer's zone. Hover and focus show weekday, zone and UTC. */
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
  // Holds the time it was opened for: the table row may be reused for another.
  const card = useHoverCard<string>();
  return (
    <>
      <time
        ref={element}
        dateTime={parts.iso}
        suppressHydrationWarning
        {...(!plain && { tabIndex, 'data-value': '' })}
        onKeyDown={card.onKeyDown}
        onPointerEnter={() => card.showLater(parts.iso)}
        onPointerLeave={() => card.show(null)}
        onFocus={(event) => isKeyboardFocus(event) && card.show(parts.iso)}
        onBlur={() => card.show(null)}
        className="whitespace-pre rounded-control font-mono"
      >
        {!clockOnly && <span className="text-content-faint">{parts.date} </span>}
        {parts.clock}
      </time>
      {card.content === parts.iso && (
        <HoverCard anchor={element} onClose={() => card.show(null)}>
          <BothZones parts={parts} />
        </HoverCard>
      )}
    </>
  );
}

/** The time in the viewer's zone and in UTC. */
function BothZones({ parts }: { parts: TimeParts }) {
  return (
    <span role="status" className="grid font-mono whitespace-nowrap">
      <span>{parts.full}</span>
      {parts.utc !== parts.full && <span className="text-content-muted">{parts.utc}</span>}
    </span>
  );
}
