import { type RefObject, useRef } from 'react';
import { prefersReducedMotion } from '../base/reducedMotion.ts';
import { useBeforePaint } from '../base/rendering.ts';

/** Specification section 9: 40 ms per row, at most 400 ms. */
export function entranceDelay(position: number): number {
  return Math.min(position * 40, 400);
}

/**
 * Slides a row in the first time its key is seen, but not when it is sorted, scrolled back or rendered again, and not under
 * reduced motion. Returns the ref of the `<tbody>`, whose rows carry `data-key`.
 */
export function useRowEntrance(keys: readonly string[]): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const seen = useRef(new Set<string>());

  useBeforePaint(() => {
    const known = seen.current;
    if (keys.every((key) => known.has(key))) return;
    if (body.current && !prefersReducedMotion()) {
      let position = 0;
      for (const line of body.current.querySelectorAll<HTMLElement>('[data-key]')) {
        if (known.has(line.dataset.key!)) continue;
        line.animate(
          [
            { opacity: 0, transform: 'translateY(-6px)' },
            { opacity: 1, transform: 'none' },
          ],
          {
            duration: 160,
            delay: entranceDelay(position++),
            easing: 'cubic-bezier(0.2, 0, 0, 1)',
            fill: 'backwards',
          },
        );
      }
    }
    for (const key of keys) known.add(key);
  }, [keys]);

  return body;
}
