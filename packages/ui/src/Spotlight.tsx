import { useRef } from 'react';
import { useBeforePaint } from './useBeforePaint.ts';

/** Room between what is lit and the shade around it, in px. */
const MARGIN = 6;

interface SpotlightProps {
  /** What stays lit; null shades the whole page. */
  target: Element | null;
}

/** A shade over the page that leaves one element out. It follows the element, and nothing under it takes a press. */
export function Spotlight({ target }: SpotlightProps) {
  const hole = useRef<HTMLDivElement>(null);

  // The light goes with the words, not a frame after them.
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
