import { Tooltip as Base } from '@base-ui/react/tooltip';
import { createContext, use, useEffect, useRef, useState } from 'react';
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

/** A machine's name for something. Hover or focus shows the whole when it is cut; a press copies the whole. */
export function Mono({ value, plain = false, muted = false }: MonoProps) {
  const tabIndex = use(ValueTabIndex);
  const head = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<'Copied' | 'Copying is not allowed here' | null>(null);
  const { head: start, tail } = splitTail(value);

  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => {
      setSaid(null);
      setOpen(false);
    }, 1_200);
    return () => clearTimeout(timer);
  }, [said]);

  const text = (
    <>
      <span ref={head} className="min-w-0 truncate whitespace-pre">
        {start}
      </span>
      {tail && <span className="shrink-0 whitespace-pre">{tail}</span>}
    </>
  );
  const look = cx('inline-flex min-w-0 max-w-full items-baseline font-mono', muted && 'text-content-muted');
  if (plain) return <span className={look}>{text}</span>;

  const cut = () => head.current !== null && head.current.scrollWidth > head.current.clientWidth;
  const copy = () => {
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'));
    done.then(
      () => setSaid('Copied'),
      () => setSaid('Copying is not allowed here'),
    );
    setOpen(true);
  };

  return (
    <Base.Root open={open || said !== null} onOpenChange={(next) => setOpen(next && cut())}>
      <Base.Trigger
        delay={350}
        closeOnClick={false}
        render={
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={value}
            data-value=""
            onClick={copy}
            className={cx(
              look,
              'cursor-copy rounded-control text-left decoration-stroke-strong decoration-dotted underline-offset-4 hover:underline',
            )}
          >
            {text}
          </button>
        }
      />
      <TooltipPopup>{said ?? <span className="font-mono">{value}</span>}</TooltipPopup>
    </Base.Root>
  );
}
