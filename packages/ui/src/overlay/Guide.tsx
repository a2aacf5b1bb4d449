import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { prefersReducedMotion } from '../base/reducedMotion.ts';
import { useBeforePaint } from '../base/rendering.ts';

export interface GuideProps {
  /** The highlighted element; null for the whole page. */
  target: Element | null;
  /** The progress: '2 of 4'. */
  place: string;
  title: string;
  children: ReactNode;
  /** The button that ends the tour; Escape does the same. */
  skip: ReactElement<Record<string, unknown>>;
  onSkip: () => void;
  /** The previous and next buttons. */
  actions: ReactNode;
}

/** True when the target leaves no room beside it, so that the step covers its lower end. */
function coversMostOfWindow(target: Element | null): boolean {
  return target !== null && target.getBoundingClientRect().height > window.innerHeight * 0.55;
}

/** The anchor of a step about the whole page: a point in the upper half of the window. */
const upperHalf = {
  getBoundingClientRect: () => new DOMRect(window.innerWidth / 2, window.innerHeight * 0.26, 0, 0),
};

/**
 * One step of a guided tour, beside its target, with the rest of the page shaded. The focus stays inside and moves to each new title,
 * so that screen readers announce the step.
 */
export function Guide({ target, place, title, children, skip, onSkip, actions }: GuideProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTall = coversMostOfWindow(target);

  useEffect(() => {
    target?.scrollIntoView({
      block: coversMostOfWindow(target) ? 'start' : 'center',
      behavior: prefersReducedMotion() ? 'auto' : 'smooth',
    });
  }, [target]);

  // Once a step, and not again when its target is found: a button that was reached meanwhile keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new step.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);

  return (
    <Base.Root
      open
      modal="trap-focus"
      onOpenChange={(open, { reason }) => {
        // A press outside or a lost focus must not end the tour.
        if (!open && (reason === 'escape-key' || reason === 'close-press')) onSkip();
      }}
    >
      <Base.Portal>
        <Spotlight target={target} />
        <Base.Positioner
          anchor={target ?? upperHalf}
          sideOffset={16}
          collisionPadding={12}
          collisionAvoidance={isTall ? { side: 'shift', align: 'shift' } : { side: 'flip', align: 'shift' }}
          className="z-50 w-[min(24rem,calc(100vw-1.5rem))]"
        >
          <Base.Popup
            initialFocus={heading}
            className="rounded-popup border border-stroke-strong bg-surface-popup shadow-popup outline-none"
          >
            <div className="px-5 pt-4 pb-4">
              <p className="font-mono text-label text-content-muted">{place}</p>
              <Base.Title
                ref={heading}
                tabIndex={-1}
                className="mt-1 text-lead font-medium text-content outline-none"
              >
                {title}
              </Base.Title>
              <Base.Description className="mt-1 text-body text-content-muted">{children}</Base.Description>
            </div>
            <div className="flex items-center justify-between gap-2 border-t border-stroke-subtle px-5 py-3">
              <Base.Close render={skip} />
              <div className="flex gap-2">{actions}</div>
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Space between the target and the shade around it, in px. */
const MARGIN = 6;

interface SpotlightProps {
  /** The element that stays visible; null shades the whole page. */
  target: Element | null;
}

/** A shade over the page with a hole around one element. It follows the element and blocks presses on the page. */
function Spotlight({ target }: SpotlightProps) {
  const hole = useRef<HTMLDivElement>(null);

  // Moves in the same frame as the step's text.
  useBeforePaint(() => {
    const place = () => {
      const style = hole.current?.style;
      if (style === undefined) return;
      const box = target?.getBoundingClientRect();
      style.left = `${(box?.left ?? -2 * MARGIN) - MARGIN}px`;
      style.top = `${(box?.top ?? -2 * MARGIN) - MARGIN}px`;
      style.width = `${box === undefined ? 0 : box.width + 2 * MARGIN}px`;
      style.height = `${box === undefined ? 0 : box.height + 2 * MARGIN}px`;
    };
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(document.body);
    if (target !== null) sizes.observe(target);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [target]);

  return (
    <div aria-hidden="true" className="fixed inset-0 z-40 overflow-hidden">
      <div
        ref={hole}
        className="absolute rounded-popup shadow-[0_0_0_200vmax_var(--color-backdrop)] outline-2 outline-accent"
      />
    </div>
  );
}
