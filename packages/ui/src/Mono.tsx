import { Tooltip as Base } from '@base-ui/react/tooltip';
import { createContext, type KeyboardEvent, use, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { TooltipPopup } from './Tooltip.tsx';
import { splitTail } from './truncate.ts';

/** The tab index of values inside a table row: -1 there, because the row takes the focus and arrows lead to its values. */
export const ValueTabIndex = createContext<0 | -1>(0);

export interface MonoProps {
  /** An account, host, address, server, process: shown whole when it fits, without its middle when not. */
  value: string;
  /** Only shown: no copying, no tooltip, no focus. */
  plain?: boolean;
  muted?: boolean;
}

/** What stands beside the value: itself when it is cut, or what a press did. */
type Aside = 'whole' | 'Copied' | 'Copying is not allowed here';

const HOVER_DELAY = 350;
const SAID_FOR = 1_200;

/** A machine's name for something. Hover or focus shows the whole when it is cut; a press copies the whole. */
export function Mono({ value, plain = false, muted = false }: MonoProps) {
  const look = cx('middle-cut font-mono', muted && 'text-content-muted');
  return plain ? (
    <span className={look}>
      <Halves value={value} />
    </span>
  ) : (
    <Copyable value={value} look={look} />
  );
}

/** The head gives way, the tail stays: a cut in the middle at whatever width the browser finds. */
function Halves({ value }: { value: string }) {
  const { head, tail } = splitTail(value);
  return (
    <>
      <span className="min-w-0 overflow-hidden text-ellipsis whitespace-pre">{head}</span>
      {tail && <span className="shrink-0 whitespace-pre">{tail}</span>}
    </>
  );
}

function Copyable({ value, look }: { value: string; look: string }) {
  const tabIndex = use(ValueTabIndex);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [aside, setAside] = useState<Aside | null>(null);

  const later = (next: Aside | null, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAside(next), delay);
  };
  const now = (next: Aside | null) => {
    clearTimeout(timer.current);
    setAside(next);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const isCut = () => {
    const head = button.current?.firstElementChild;
    return head ? head.scrollWidth > head.clientWidth : false;
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      now('Copied');
    } catch {
      now('Copying is not allowed here');
    }
    later(null, SAID_FOR);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !aside) return;
    event.stopPropagation();
    now(null);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-label={value}
        data-value=""
        onClick={copy}
        onKeyDown={onKeyDown}
        onPointerEnter={() => isCut() && later('whole', HOVER_DELAY)}
        onPointerLeave={() => now(null)}
        onFocus={(event) => event.target.matches(':focus-visible') && isCut() && now('whole')}
        onBlur={() => now(null)}
        className={cx(
          look,
          'cursor-copy rounded-control text-left decoration-content-faint decoration-dotted underline-offset-4 hover:underline',
        )}
      >
        <Halves value={value} />
      </button>
      {/* Mounted while shown only: a table has hundreds of values. */}
      {aside && (
        <Base.Root open onOpenChange={(open) => open || now(null)}>
          <TooltipPopup anchor={button}>
            {aside === 'whole' ? (
              <span className="font-mono">{value}</span>
            ) : (
              <span role="status">{aside}</span>
            )}
          </TooltipPopup>
        </Base.Root>
      )}
    </>
  );
}
