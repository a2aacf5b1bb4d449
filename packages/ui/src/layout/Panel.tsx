import { createContext, type ReactNode, useId, useState } from 'react';
import { cx } from '../base/cx.ts';
import { useAfterPaint } from '../base/rendering.ts';

export type PanelSpan = 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12;

/** The element in a panel's header where its content may render tools; null outside a panel, and until the first paint. */
export const PanelTools = createContext<HTMLElement | null>(null);

export interface PanelProps {
  /** The heading; also the accessible name of the region. */
  title: string;
  children: ReactNode;
  /** A short text after the title, such as the counted period. */
  description?: ReactNode;
  /** Controls at the title's right. */
  actions?: ReactNode;
  /** A line under the content. */
  footnote?: ReactNode;
  /** Set when the content is out of date, with since when; the content is dimmed, not hidden. */
  stale?: ReactNode;
  /** The content reaches the panel's edges: tables. */
  flush?: boolean;
  headingLevel?: 2 | 3;
  /** Columns of the twelve in a PanelGrid, from 1024 px up; below that a panel takes a full row. Default 12. */
  span?: PanelSpan;
  /** Two per row on narrow screens, for panels with one figure. */
  half?: boolean;
}

const spans: Record<PanelSpan, string> = {
  3: 'lg:col-span-3',
  4: 'lg:col-span-4',
  5: 'lg:col-span-5',
  6: 'lg:col-span-6',
  7: 'lg:col-span-7',
  8: 'lg:col-span-8',
  9: 'lg:col-span-9',
  12: 'lg:col-span-12',
};

/** A titled region bounded by hairlines. Never inside another panel. */
export function Panel(props: PanelProps) {
  const {
    title,
    children,
    description,
    actions,
    footnote,
    stale,
    flush = false,
    headingLevel = 2,
    half,
    span = 12,
  } = props;
  const id = useId();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const painted = useAfterPaint();
  const Heading = `h${headingLevel}` as const;
  const note = stale ?? footnote;
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex min-w-0 flex-col bg-surface-2 outline outline-stroke-subtle',
        half ? 'col-span-6' : 'col-span-12',
        spans[span],
      )}
    >
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
        <div className="flex min-w-0 grow basis-40 flex-wrap items-baseline gap-x-3">
          <Heading id={id} className="text-body font-medium text-content">
            {title}
          </Heading>
          {description && <p className="text-label text-content-faint">{description}</p>}
        </div>
        <div className="flex min-w-0 items-center gap-2 max-sm:has-[input]:grow">
          {actions}
          <div ref={setTools} className="contents" />
        </div>
      </header>
      <div className={cx('min-w-0 grow', !flush && 'px-4 pb-4 [--inset:0px]', Boolean(stale) && 'stale')}>
        <PanelTools value={painted ? tools : null}>{children}</PanelTools>
      </div>
      {note && (
        <footer
          className={cx(
            'px-4 text-label text-content-muted',
            flush ? 'border-t border-stroke-subtle py-2' : 'pb-3',
          )}
        >
          {stale ? <span role="status">{stale}</span> : footnote}
        </footer>
      )}
    </section>
  );
}

export interface PanelGridProps {
  children: ReactNode;
}

/** A twelve-column grid of panels that share their borders. */
export function PanelGrid({ children }: PanelGridProps) {
  return <div className="grid grid-cols-12 gap-px p-px">{children}</div>;
}
