import { prefersReducedMotion } from '@scout/ui';
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
    const main = document.getElementById(mainId);
    // Unless the page has focused one of its own fields.
    const hasChosen =
      document.activeElement instanceof HTMLInputElement && main?.contains(document.activeElement);
    if (!stays && !hasChosen) main?.focus({ preventScroll: true });
    if (!stays && !prefersReducedMotion()) main?.animate(entrance, { duration: 130, easing: 'ease-out' });
    if (announcer.current) announcer.current.textContent = document.title;
  }, [pathname, stays]);

  return <p ref={announcer} aria-live="polite" className="sr-only" />;
}
