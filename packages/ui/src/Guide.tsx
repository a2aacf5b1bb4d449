import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { Spotlight } from './Spotlight.tsx';
import { prefersReducedMotion } from './useReducedMotion.ts';

export interface GuideProps {
  /** What it speaks of; null for the page as a whole. */
  target: Element | null;
  /** Where one is: '2 of 4'. */
  place: string;
  title: string;
  children: ReactNode;
  /** The button that ends the guide; Escape does the same. */
  skip: ReactElement<Record<string, unknown>>;
  onSkip: () => void;
  /** The buttons that go on and back. */
  actions: ReactNode;
}

/** A part that leaves no room beside itself has the guide over its lower end. */
function leavesNoRoom(target: Element | null): boolean {
  return target !== null && target.getBoundingClientRect().height > window.innerHeight * 0.55;
}

/** Where a step about the whole page stands: a point in the upper half of the window. */
const upperHalf = {
  getBoundingClientRect: () => new DOMRect(window.innerWidth / 2, window.innerHeight * 0.26, 0, 0),
};

/**
 * One step of a guided tour, beside the part of the page that it speaks of, the rest shaded. The focus stays inside; each new title
 * takes it, so that the step is read out.
 */
export function Guide({ target, place, title, children, skip, onSkip, actions }: GuideProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTall = leavesNoRoom(target);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new step.
  useEffect(() => {
    target?.scrollIntoView({
      block: isTall ? 'start' : 'center',
      behavior: prefersReducedMotion() ? 'auto' : 'smooth',
    });
    heading.current?.focus({ preventScroll: true });
  }, [target, title]);

  return (
    <Base.Root
      open
      modal="trap-focus"
      onOpenChange={(open, { reason }) => {
        // A press beside it, or a focus that leaves, must not end it unseen.
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
