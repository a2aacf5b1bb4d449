import { prefersReducedMotion } from '@scout/ui';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The element that a new page puts the focus on. */
export const mainId = 'main';

/** The state of a navigation that leaves the focus where it is: from one tab of a page to the next. */
export const keepsFocus = { keepsFocus: true } as const;

const comes: Keyframe[] = [
  { opacity: 0.4, transform: 'translateY(4px)' },
  { opacity: 1, transform: 'none' },
];

/**
 * After a navigation: the new page comes in, not slower for it, since it is drawn already; the focus goes to its content, as loading a
 * document would do; and its title is announced.
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
    // A page that has put the cursor into a field of its own knows better.
    const hasChosen =
      document.activeElement instanceof HTMLInputElement && main?.contains(document.activeElement);
    if (!stays && !hasChosen) main?.focus({ preventScroll: true });
    if (!stays && !prefersReducedMotion()) main?.animate(comes, { duration: 130, easing: 'ease-out' });
    if (announcer.current) announcer.current.textContent = document.title;
  }, [pathname, stays]);

  return <p ref={announcer} aria-live="polite" className="sr-only" />;
}
