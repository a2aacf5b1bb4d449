import { cx } from '@scout/ui';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWhileSeen } from '../../../../site/useWhileSeen.ts';
import { IndustrySlide } from './IndustrySlide.tsx';
import { industries } from './industryData.ts';

/** Time until the next industry is shown. */
const STAYS_MS = 7_000;
const last = industries.length - 1;

/** Keys of the tab list and their effect on the position. */
const moves: Record<string, (at: number) => number> = {
  ArrowRight: (at) => (at === last ? 0 : at + 1),
  ArrowLeft: (at) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: () => last,
};

/**
 * Shows one industry at a time: advances automatically while in view and not in use, and by arrow keys, press or swipe. Never
 * advances automatically under reduced motion. A scrollable row until hydrated.
 */
export default function IndustryCarousel() {
  const root = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const seen = useWhileSeen(root);
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true);
  }, []);

  const show = (next: number) => {
    setAt(next);
    const slide = track.current?.children[next] as HTMLElement | undefined;
    track.current?.scrollTo({ left: slide?.offsetLeft ?? 0, behavior: 'smooth' });
  };
  const advance = useEffectEvent(() => show(at === last ? 0 : at + 1));

  const running = seen && !paused && !held;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page is shown for the full time.
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(advance, STAYS_MS);
    return () => clearTimeout(timer);
  }, [running, at]);

  function onKeyDown(event: KeyboardEvent) {
    const next = moves[event.key]?.(at);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    (tabs.current?.children[next] as HTMLElement | undefined)?.focus();
  }

  /** Selects the page on which a swipe ended. */
  function onScrollEnd() {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {};
    setAt(Math.min(last, Math.max(0, Math.round(scrollLeft / clientWidth))));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses while the carousel is in use.
    <div
      ref={root}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="border border-stroke-subtle bg-surface-2"
    >
      <div className="flex items-stretch border-b border-stroke-subtle">
        <div
          ref={tabs}
          role="tablist"
          aria-label="Industries"
          onKeyDown={onKeyDown}
          className="no-scrollbar scroll-hint flex min-w-0 grow overflow-x-auto"
        >
          {industries.map(({ id, name }, index) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`industry-${id}-tab`}
              aria-controls={`industry-${id}`}
              aria-selected={index === at}
              tabIndex={index === at ? 0 : -1}
              onClick={() => show(index)}
              className={cx(
                'h-12 shrink-0 cursor-pointer border-b-2 px-4 text-body whitespace-nowrap',
                index === at
                  ? 'border-accent font-medium text-content'
                  : 'border-transparent text-content-muted hover:text-content',
              )}
            >
              {name}
            </button>
          ))}
        </div>
        <button
          type="button"
          aria-pressed={paused}
          onClick={() => setPaused(!paused)}
          className="shrink-0 cursor-pointer border-l border-stroke-subtle px-4 text-label text-content-muted hover:text-content"
        >
          {paused ? 'Play' : 'Pause'}
        </button>
      </div>
      <div
        ref={track}
        onScrollEnd={onScrollEnd}
        className="no-scrollbar relative grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col overflow-x-auto"
      >
        {industries.map((industry, index) => (
          <IndustrySlide key={industry.id} industry={industry} current={index === at} />
        ))}
      </div>
    </div>
  );
}
