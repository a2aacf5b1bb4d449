import { afterPaint, prefersReducedMotion } from '@scout/ui';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The element that receives the focus on a new page. */
export const mainId = 'main';

/** Navigation state that keeps the focus, for tabs within a page. */
export const keepsFocus = { keepsFocus: true } as const;

const entrance: Keyframe[] = [
  { opacity: 0.4, transform: 'translateY(4px)' },
  { opacity: 1, transform: 'none' },
];

/** True if the page has focused one of its own fields, or its reader has moved on since `focused` had the focus. */
function hasMoved(focused: Element | null, main: HTMLElement | null): boolean {
  const now = document.activeElement;
  if (now instanceof HTMLInputElement && main?.contains(now)) return true;
  return now !== focused && now !== document.body;
}

/**
 * After a navigation: animates the new page in, moves the focus to its content, as loading a document would, and announces its
 * title.
 */
export function RouteFocus() {
  const { pathname, state } = useLocation();
  const stays: boolean = state?.keepsFocus === true;
  const before = useRef(pathname);
  const announcer = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (announcer.current) announcer.current.textContent = document.title;
    if (stays) return;
    const main = document.getElementById(mainId);
    if (!prefersReducedMotion()) main?.animate(entrance, { duration: 130, easing: 'ease-out' });
    const focused = document.activeElement;
    // Focusing lays the page out; after its first frame this costs nothing.
    afterPaint(() => {
      if (before.current === pathname && !hasMoved(focused, main)) main?.focus({ preventScroll: true });
    });
  }, [pathname, stays]);

  return <p ref={announcer} aria-live="polite" className="sr-only" />;
}
